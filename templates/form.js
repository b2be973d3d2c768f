// The form on the screen: a question each, its rows, and beside each row what there is to say of it.

// One test of a condition: what it depends on, and what that has to be

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const testParts = (section, row, test, number, redraw) => {
  const term = termOf(section, test);
  const who = () => choose([{ value: '', label: words.choose }, ...section.names], test.name, { 'aria-label': words.who },
    (value) => {
      Object.assign(test, { name: value, than: test.than === value ? '' : test.than });
      if (term.kind === 'numbers by name') redraw(`[data-test="${number}"] [data-who]`);
    });
  const how = () => signs(test.sign, (value) => { test.sign = value; });
  const count = () => type(test.number, { inputmode: 'numeric', maxlength: 12, 'aria-label': words.how_many }, (value) => { test.number = value; });
  const than = () => {
    const others = comparable(section).filter((name) => name.value !== test.name);
    const pick = (value) => { test.than = value; redraw(`[data-test="${number}"] [data-than]`); };
    return others.length ? choose([{ value: '', label: words.a_number }, ...others], test.than || '', { 'aria-label': words.than, 'data-than': '' }, pick) : null;
  };
  const flags = ['yes', 'no'].map((value) => ({ value, label: words[value] }));
  return {
    'a number': () => [how(), count()],
    names: () => [who()],
    'yes or no': () => [choose(flags, test.flag, { 'aria-label': term.label }, (value) => { test.flag = value; })],
    'numbers by name': () => { const named = who(); named.dataset.who = ''; return [named, how(), than(), test.than ? null : count()]; },
  }[term.kind]();
};
// A number or a yes or no can stand in a condition once; names can be several.
const takenTerms = (section, row, test) => row.when.filter((other) => other !== test && Boolean(other.not) === Boolean(test.not)
  && ['a number', 'yes or no'].includes(termOf(section, other).kind)).map((other) => other.key);
// What is to hold comes first, then what is not to hold all at once: if A and B, unless C and at the same time D
const lead = (row, test, number, redraw) => {
  const first = number === 0 || (test.not && !row.when[number - 1].not);
  const turn = (value) => {
    test.not = value === 'not';
    const others = [...row.when.filter((each) => each !== test), test]; // the last of its kind
    row.when = [...others.filter((each) => !each.not), ...others.filter((each) => each.not)];
    redraw(`[data-test="${row.when.indexOf(test)}"] select`);
  };
  const holds = number === 0 || !row.when.some((each) => each !== test && !each.not) ? words.if : words.and;
  const unless = number === 0 ? capital(words.unless) : first || !test.not ? words.unless : words.at_once;
  return choose([{ value: '', label: holds }, { value: 'not', label: unless }], test.not ? 'not' : '', { class: 'lead', 'aria-label': words.lead }, turn);
};
const testLine = (section, row, test, number, redraw) => {
  const taken = takenTerms(section, row, test);
  const terms = section.terms.map((term) => ({ value: term.key, label: term.label, disabled: taken.includes(term.key) }));
  const what = choose(terms, test.key, { 'aria-label': words.what, 'data-what': '' }, (value) => { test.key = value; redraw(`[data-test="${number}"] [data-what]`); });
  const drop = () => { row.when.splice(number, 1); redraw('button'); };
  const gone = isLast(section, row) || section.rows === 'any' || row.when.length > 1 ? button('×', drop, words.remove_condition) : null;
  return make('div', { class: 'test', 'data-test': number }, lead(row, test, number, redraw), what, ...testParts(section, row, test, number, redraw), gone);
};

// A row: its conditions, its fields, what is said of it

const title = (section, row, index) => {
  if (section.rows === 'one' || state.rows[section.key].length === 1) return null;
  if (section.rows === 'any') return filled(words.number, { title: section.title, n: index + 1 });
  return isLast(section, row) ? words.otherwise : filled(words.alternative, { n: index + 1 });
};
const fieldLine = (section, row, index, field, redraw) => {
  const id = `${field.name}-${at(section, index)}`;
  const name = { id, 'aria-labelledby': `title-${idOf(section)} label-${id}` };
  const label = field.kind === 'weights' ? make('b', { id: `label-${id}` }, field.label) : make('label', { for: id, id: `label-${id}` }, field.label);
  return make('div', { class: (field.taps || []).length ? 'field tapped' : 'field', 'data-field': field.name }, label,
    ...fieldMakers[field.kind](field, row, name, redraw, section), make('span', { class: 'leaves' }));
};
const rowBox = (section, row, index) => {
  const where = at(section, index);
  const redraw = (focus) => { show(section); by(`row-${where}`)?.querySelector(focus)?.focus(); update(); };
  const heading = title(section, row, index);
  const tests = row.when.map((test, number) => testLine(section, row, test, number, redraw));
  const fields = section.fields.map((field) => fieldLine(section, row, index, field, redraw));
  const box = make('div', { class: section.fields.length > 1 ? 'row many' : 'row', id: `row-${where}`, role: 'group', 'aria-label': heading || section.title },
    heading && make('h4', {}, heading), ...tests, ...fields, make('p', { class: 'note', id: `note-${where}` }),
    make('div', { class: 'remarks', id: `said-${where}` }), tools(section, row, index, redraw));
  box.addEventListener('focusout', (event) => {
    if (!event.relatedTarget || box.contains(event.relatedTarget)) return;
    Object.assign(row, { fresh: false, visited: true });
    update();
  });
  return box;
};
const tools = (section, row, index, redraw) => {
  const rows = state.rows[section.key];
  if (section.rows === 'one' || isLast(section, row)) return null;
  const add = () => {
    const index = row.when.filter((test) => !test.not).length;
    row.when.splice(index, 0, emptyTest(section));
    redraw(`[data-test="${index}"] [data-what]`);
  };
  const up = () => { rows.splice(index - 1, 2, row, rows[index - 1]); show(section); by(`row-${at(section, index - 1)}`).querySelector('.tools button').focus(); update(); };
  const drop = () => { rows.splice(index, 1); show(section); by(`add-${idOf(section)}`).focus(); update(); };
  return make('div', { class: 'tools' },
    section.terms.length ? button(row.when.length ? words.more_conditions : words.add_condition, add) : null,
    index ? button(words.up, up) : null,
    rows.length > 1 ? button(words.remove, drop) : null);
};

// A section and its rows; a group of sections

const show = (section) => {
  const rows = state.rows[section.key];
  by(`rows-${idOf(section)}`).replaceChildren(...rows.map((row, index) => rowBox(section, row, index)));
};
const addRow = (section) => () => {
  const rows = state.rows[section.key];
  const row = { ...emptyRow(), fresh: true };
  if (section.rows === 'otherwise') row.when.push(emptyTest(section));
  rows.splice(section.rows === 'otherwise' ? rows.length - 1 : rows.length, 0, row);
  show(section);
  by(`row-${at(section, rows.indexOf(row))}`).querySelector('select, input').focus();
  update();
};
const cells = (section) => (section.cells.length ? make('dl', { class: 'cells' },
  ...section.cells.map((cell) => make('div', {}, make('dt', {}, cell.head), make('dd', {}, cell.text, cell.more ? make('small', {}, ` ${cell.more}`) : null)))) : null);
const ask = (section, index, all) => make('div', { class: 'ask', id: `ask-${idOf(section)}` },
  make('div', { class: 'asked' }, section.badge ? make('span', { class: 'badge' }, section.badge) : null,
    make('h3', { id: `title-${idOf(section)}`, class: all.length > 1 ? undefined : 'unseen' }, section.title), // the group's says it
    section.aside ? make('span', { class: 'aside' }, section.aside) : null),
  cells(section),
  ...section.notes.map((text) => make('p', { class: 'soft' }, text)),
  make('div', { id: `rows-${idOf(section)}` }),
  section.rows === 'one' ? null : make('button', { type: 'button', class: 'button', id: `add-${idOf(section)}`, onclick: addRow(section) }, section.add));
const wantsNone = ({ into, label }) => {
  const tick = (event) => { state.none = [...(state.none || []).filter((each) => each !== into), ...(event.target.checked ? [into] : [])]; update(); };
  return make('label', { class: 'none', id: `none-${into}` }, make('input', { type: 'checkbox', checked: (state.none || []).includes(into), onchange: tick }), label);
};
const groupBox = (group) => {
  const asked = group.sections.map(ask);
  const inside = [make('p', { class: 'soft' }, group.note), group.none ? wantsNone(group.none) : null, ...(group.sheet ? sheetOf(group, asked) : asked)];
  if (!group.folded) return make('section', {}, make('h2', {}, group.title), ...inside);
  const used = group.sections.some((section) => state.rows[section.key].some((row) => !isBlank(section, row)));
  return make('section', {}, make('details', { open: used }, make('summary', {}, make('h2', {}, group.title)), ...inside));
};

// What there is to say of it

// Nobody is blamed for what they have not come to yet.
const isEarly = (remark, row) => row.fresh || (remark.section && !row.visited);
const remarkLine = (remark, row) => make('div', { class: `remark ${isEarly(remark, row) ? 'todo' : remark.level}` },
  remark.level === 'warning' && !isEarly(remark, row) ? make('b', {}, words.warning) : null,
  make('p', { class: 'message' }, sentence(shown(remark.message))),
  remark.hint ? make('p', { class: 'hint' }, shown(remark.hint)) : null);
const tell = (found) => {
  for (const section of sections) state.rows[section.key].forEach((row, index) => {
    const here = found.filter((remark) => (remark.section ? remark.section === section.key && row === state.rows[section.key].at(-1)
      : [remark.about].flat()[0] === at(section, index)));
    const wrong = here.filter((remark) => remark.level !== 'note');
    const box = by(`row-${at(section, index)}`);
    by(`said-${at(section, index)}`).replaceChildren(...wrong.map((remark) => remarkLine(remark, row)));
    box.classList.toggle('wrong', !row.fresh && wrong.some((remark) => remark.level === 'error'));
    box.classList.toggle('odd', wrong.some((remark) => remark.level === 'warning' && !isEarly(remark, row)));
    noteDown(section, row, index, here.filter((remark) => remark.level === 'note'));
    mark(box, row.fresh ? [] : wrong.filter((remark) => remark.level === 'error'), `said-${at(section, index)} note-${at(section, index)}`);
  });
  for (const section of sections) {
    const box = boxOf(section);
    box.classList.toggle('used', isUsed(section));
    for (const look of ['wrong', 'odd']) box.classList.toggle(look, Boolean(box.querySelector(`.row.${look}`)));
  }
  for (const group of data.groups.filter((each) => each.none)) by(`none-${group.none.into}`).hidden = group.sections.some(isUsed);
  // what is about no row in particular, but for notes, which are always in sight
  const overall = found.filter((remark) => remark.about === null && !remark.section && remark.level !== 'note');
  by('overall').replaceChildren(...overall.map((remark) => remarkLine(remark, {})));
  for (const spot of document.querySelectorAll('#art [data-told]')) {
    spot.textContent = found.filter((remark) => remark.level === 'note' && String(remark.about) === `art,${spot.dataset.told}`).map((remark) => spoken(remark.message)).join(' ');
  }
};
// What a row would do stands beside the field that it is about, or below them all; where there is one field, beside that.
const noteDown = (section, row, index, notes) => {
  const box = by(`row-${at(section, index)}`);
  const about = (name) => notes.filter((remark) => ([remark.about].flat()[1] || '') === name).map((remark) => spoken(remark.message)).join(' ');
  const alone = section.fields.length === 1;
  for (const field of section.fields) {
    const line = box.querySelector(`[data-field="${CSS.escape(field.name)}"]`);
    line.hidden = !isShown(section, row, field);
    line.querySelector('.leaves').textContent = [alone ? about('') : '', about(field.name)].filter(Boolean).join(' ');
  }
  by(`note-${at(section, index)}`).textContent = alone ? '' : about('');
};
// The fields that an error is about say so to those who cannot see it.
const mark = (box, errors, said) => {
  for (const control of box.querySelectorAll('input, select')) {
    const test = control.closest('[data-test]');
    const own = control.closest('[data-if]');
    const where = test ? `${own ? `${own.dataset.if} ` : ''}when-${test.dataset.test}` : control.closest('[data-field]').dataset.field;
    const bad = errors.some((remark) => {
      const [, field, part] = [remark.about].flat();
      return field ? field === where && (!part || part === control.dataset.part) : !test;
    });
    control.toggleAttribute('aria-invalid', bad);
    if (bad) control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', said);
  }
};

// The finished page, and how it leaves

let page = '';
let blocked = '';
let doubtful = '';
let speaking = 0;
const update = () => {
  const found = remarks();
  const made = part();
  const errors = found.filter((remark) => remark.level === 'error').length;
  tell(found);
  page = writtenPage(head, made, state.press, state.name);
  const empty = !Object.keys(made).length && !clean(state.press);
  blocked = errors ? (errors > 1 ? filled(words.problems, { n: errors }) : words.one_problem) : empty ? words.empty : '';
  doubtful = found.some((remark) => remark.level === 'warning') ? words.doubtful : '';
  const notes = found.filter((remark) => ['note', 'error'].includes(remark.level) && remark.about === null && !remark.section).map((remark) => spoken(remark.message));
  finish([...notes, blocked || doubtful || words.ready].map(sentence).join(' '));
  keep();
};
const finish = (told) => {
  by('page').textContent = page;
  by('why').textContent = blocked || doubtful;
  by('why').hidden = !by('why').textContent;
  by('why').className = `remark ${!blocked ? 'warning' : blocked === words.empty ? 'todo' : 'error'}`;
  by('told').textContent = told;
  by('done').textContent = '';
  clearTimeout(speaking);
  speaking = setTimeout(() => { by('status').textContent = `${noted()} ${told}`.trim(); }, 800); // not at every letter
  for (const id of ['send', 'copy', 'save']) by(id)?.setAttribute('aria-disabled', String(Boolean(blocked)));
  if (by('send')) by('send').href = blocked ? '#why' : mail();
};
// What is noted of the row that one is in
const noted = () => [...(document.activeElement?.closest('.row')?.querySelectorAll('.leaves, .note') || [])].map((each) => each.textContent).filter(Boolean).map(sentence).join(' ');
const LONG_LINK = 1900; // some mail programs cut off what is longer, without a word
const mail = () => {
  const subject = filled(words.subject, { title: data.title, turn: head.turn });
  const [name, host] = data.to.split('@').map(encodeURIComponent);
  return `mailto:${name}@${host}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(page.replaceAll('\n', '\r\n'))}`;
};
const done = (text) => { by('done').textContent = text; };
const toTheFirstProblem = () => {
  for (const section of sections) for (const row of state.rows[section.key]) Object.assign(row, { fresh: false, visited: true });
  unsift();
  update();
  (document.querySelector('[aria-invalid=true]') || by('copy')).focus();
};
const unlessBlocked = (act) => (event) => {
  if (!blocked) return act(event);
  event.preventDefault();
  return toTheFirstProblem();
};
const copy = async () => {
  try {
    await navigator.clipboard.writeText(page);
    done(words.copied);
  } catch {
    getSelection().selectAllChildren(by('page'));
    done(document.execCommand('copy') ? words.copied : words.selected);
  }
};
const save = () => {
  const file = `${head.game}-turn-${head.turn}-${head.player}.yaml`;
  const href = URL.createObjectURL(new Blob([page], { type: 'text/plain' }));
  make('a', { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
  done(filled(words.saved, { file }));
};

const start = () => {
  sheets.splice(0);
  by('groups').replaceChildren(...data.groups.map(groupBox));
  sections.forEach(show);
  showSheets();
  by('press').value = state.press;
  by('press-name').value = state.name;
  update();
};
by('form').addEventListener('submit', (event) => event.preventDefault());
by('press').addEventListener('input', (event) => { state.press = event.target.value; update(); });
by('press-name').addEventListener('input', (event) => { state.name = event.target.value; update(); });
by('send')?.addEventListener('click', unlessBlocked(() => done(mail().length > LONG_LINK ? words.long : words.opened)));
by('copy').addEventListener('click', unlessBlocked(copy));
by('save').addEventListener('click', unlessBlocked(save));
by('afresh').addEventListener('click', () => { if (confirm(words.sure)) { state = fresh(); start(); } });
if (by('late')) by('late').hidden = !(Date.parse(data.deadline) < Date.now());
by('form').hidden = false;
by('by-hand').hidden = true;
start();
