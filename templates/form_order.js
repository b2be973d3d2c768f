// One form for every game. A game says what to ask (see docs/writing-a-game.md), its rules of validity say what is wrong.
// This part knows what is filled in, what goes on the page, and what the rules say of it; form.js shows it.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const data = read('data');
const head = Object.fromEntries(data.head);
const words = read('words');
const SIGNS = ['>=', '<=', '=', '>', '<', '!='];
const sections = data.groups.flatMap((group) => group.sections);
const place = `under-orders ${head.game} ${head.turn} ${head.player}`;
const language = document.documentElement.lang;
const by = (id) => document.getElementById(id);

// Words

const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? spoken(values[name]) : whole));
const spoken = (value) => {
  if (Array.isArray(value)) return value.map(spoken).join(', ');
  if (value && typeof value === 'object') return filled(data.said[value.say] || value.say, value.with);
  if (typeof value === 'number' && language !== 'en') return value.toLocaleString(language, { useGrouping: 'always' }); // in English as gm check has it
  return String(value);
};
// As the form says it, which has menus and buttons where a page has words
const shown = (text) => data.rephrased[text.say] || spoken(text);
const sentence = (text) => (/[.!?]$/.test(text) ? text : text + '.');

// What is filled in: rows of each section, each with its conditions and what it says

const emptyRow = () => ({ when: [], say: {} });
// `not`: it is among those that are not all to hold; `than`: the name that one is compared with, '' for a number
const emptyTest = (section) => ({ key: section.terms[0].key, sign: '>=', number: '', name: '', flag: 'yes', not: false, than: '' });
const fresh = () => ({ rows: Object.fromEntries(sections.map((section) => [section.key, [emptyRow()]])), press: '', name: '', none: [] });
const kept = () => {
  try {
    const found = JSON.parse(localStorage.getItem(place));
    sections.forEach((section) => found.rows[section.key].forEach((row) => { row.when = row.when.filter((test) => isKnown(section, test)); }));
    return sections.every((section) => found.rows[section.key].length) ? found : null;
  } catch { return null; }
};
const isKnown = (section, test) => section.terms.some((term) => term.key === test.key)
  && [test.name, test.than].every((name) => !name || section.names.some((each) => each.value === name));
const keep = () => {
  try { localStorage.setItem(place, JSON.stringify(state)); } catch { /* a browser that keeps nothing */ }
};
let state = kept() || fresh();

const isLast = (section, row) => section.rows === 'otherwise' && row === state.rows[section.key].at(-1);
const termOf = (section, test) => section.terms.find((term) => term.key === test.key) || section.terms[0];
const options = (field) => field.choices.flatMap((choice) => choice.choices || [choice]);

// What was kept may be of a turn that was taken back: of that, only what there is to choose from now
const known = (field, values) => (values || []).filter((value) => options(field).some((each) => each.value === value));

// What stands alone takes the place of all others: any, none
const isAlone = (field, value) => options(field).some((each) => each.value === value && each.alone);
const chosen = (field, values) => { const some = known(field, values); const alone = some.find((value) => isAlone(field, value)); return alone ? [alone] : some; };
// A number as the page has it, or else what was typed
const numeral = (text) => validity.signed(text) || text.trim();
// What a worded field holds: words, and numbers with their signs; always a list
const OTHER = '\n';
const meant = (field, value) => {
  const some = (field.more ? value || [] : [value || '']).filter((each) => typeof each === 'object' || !each || field.words.some((word) => word.value === each));
  return field.more || some.length ? some : [''];
};
const worded = (field, entry) => (typeof entry === 'string' ? entry : entry.number.trim() && compared(field.compares ? entry.sign : '=', numeral(entry.number)));

// Each of several may have a condition of its own: on the page it is a map then, and `each_if` says under which key it stands
const ownTests = (section, row, field, value) => (field.each_if ? ((row.say[`${field.name} if`] || {})[value] || []).filter((test) => isKnown(section, test)) : []);
const onlyIf = (section, row, field, value) => {
  const when = section ? ownTests(section, row, field, value) : [];
  return when.length ? { when: condition(section, { when }), [field.each_if]: value } : value;
};

// A field as the page says it, and as the rules read it; nothing where nothing is filled in
const saying = {
  number: (field, value) => [(value || '').trim(), field.word].filter((each, at, all) => all[0] && each).join(' '), // 20 win
  text: (field, value) => (value || '').trim(),
  choice: (field, value) => (known(field, [value])[0] || (field.steers ? options(field)[0].value : '')),
  several: (field, value, section, row) => { const some = chosen(field, value).map((each) => onlyIf(section, row, field, each)); return some.length > 1 ? some : some[0] || ''; },
  some: (field, value) => { const some = meaning.some(field, value); return some.length ? some : field.words.at(-1).value; },
  weights: (field, value) => Object.fromEntries(field.choices.map((choice) => choice.value).filter((name) => Object.hasOwn(value || {}, name))
    .map((name) => [name, numeral(value[name])]).filter(([, number]) => number && number !== '0')),
  worded: (field, value) => { const some = meant(field, value).map((entry) => worded(field, entry)).filter(Boolean); return some.length > 1 ? some : some[0] || ''; },
};
const meaning = {
  number: (field, value) => value || '',
  text: (field, value) => value || '',
  choice: (field, value) => { const one = options(field).find((each) => each.value === saying.choice(field, value)); return one ? one.means || one.value : null; },
  several: (field, value) => chosen(field, value),
  some: (field, value) => (Array.isArray(value) ? known(field, value) : value || field.words[0].value),
  weights: (field, value) => saying.weights(field, value),
  worded: (field, value) => { const said = saying.worded(field, value); return field.more ? [said].flat().filter(Boolean) : said; },
};
const compared = (sign, value) => (sign === '=' ? value.trim() : `${sign} ${value.trim()}`.trim());
const wanted = (section, test) => compared(test.sign, (termOf(section, test).kind === 'numbers by name' && test.than) || test.number);
// What reads as a number is a number: such a name cannot be compared with
const comparable = (section) => section.names.filter((name) => !validity.comparison(name.value.trim()).length);

const together = (section, tests) => {
  const when = {};
  for (const test of tests) {
    const kind = termOf(section, test).kind;
    if (kind === 'a number') when[test.key] = wanted(section, test);
    else if (kind === 'yes or no') when[test.key] = test.flag;
    else if (kind === 'names') when[test.key] = when[test.key] ? [when[test.key], test.name].flat() : test.name;
    else when[test.key] = { ...when[test.key], [test.name]: wanted(section, test) };
  }
  return when;
};
const condition = (section, row) => {
  const unless = together(section, row.when.filter((test) => test.not));
  return { ...together(section, row.when.filter((test) => !test.not)), ...(Object.keys(unless).length ? { not: unless } : {}) };
};

// A field may depend on what another one says: it is shown only with some of its values, or not with others
const holding = (section, row, name) => {
  const field = section.fields.find((each) => each.name === name);
  const value = field && isShown(section, row, field) ? saying[field.kind](field, row.say[name]) : '';
  const many = typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [value].flat();
  return many.length ? many : [''];
};
const holdsOne = (section, row) => ([name, values]) => holding(section, row, name).some((value) => values.includes(value));
const isShown = (section, row, field) => Object.entries(field.shows || {}).every(holdsOne(section, row)) && !Object.entries(field.hides || {}).some(holdsOne(section, row));

const said = (section, row) => {
  const asked = section.fields.filter((field) => !field.steers && isShown(section, row, field));
  const pairs = asked.map((field) => [field.name, saying[field.kind](field, row.say[field.name], section, row)]);
  return Object.fromEntries(pairs.filter(([, value]) => (typeof value === 'string' ? value : Object.keys(value)).length));
};
const isBlank = (section, row) => !row.when.length && !Object.keys(said(section, row)).length && !section.blank;

const written = (section, row) => {
  const says = said(section, row);
  if (!row.when.length && section.bare && Object.keys(says).every((name) => name === section.bare)) return says[section.bare];
  if (section.plain) { const values = Object.values(says); return values.length > 1 ? values : values[0]; } // without the names of its fields
  const own = Object.keys(says).length ? says : section.blank || (section.bare ? { [section.bare]: '' } : {});
  return row.when.length ? { when: condition(section, row), ...own } : own;
};

// The game's part of the page
const part = () => {
  const made = {};
  const full = sections.filter((section) => !section.along && state.rows[section.key].some((row) => !isBlank(section, row)));
  for (const section of full.length ? sections.filter((each) => full.includes(each) || each.along) : []) {
    const values = state.rows[section.key].filter((row) => !isBlank(section, row)).map((row) => written(section, row));
    const single = section.rows === 'one' || (section.rows === 'otherwise' && values.length === 1 && typeof values[0] === 'string');
    const [name, key] = section.into;
    if (key) made[name] = { ...made[name], [key]: single ? values[0] : values };
    else made[name] = single ? values[0] : values;
  }
  // who wants nothing of it can say so, and nobody waits for more
  for (const { none } of data.groups) if (none && (state.none || []).includes(none.into) && !made[none.into]) made[none.into] = 'none';
  return made;
};

// What the rules say

const idOf = (section) => section.key.replace(/\s/g, '_'); // as an element is called, which labels are to find
const at = (section, index) => `${idOf(section)}-${index}`;
const given = () => sections.flatMap((section) => state.rows[section.key].flatMap((row, index) => (isBlank(section, row) ? [] : [{
  key: section.key, at: at(section, index), when: row.when.length > 0, implied: false,
  ...Object.fromEntries(section.fields.map((field) => [field.name, meaning[field.kind](field, isShown(section, row, field) ? row.say[field.name] : undefined)])),
}])));
const flaw = (message, where) => [{ level: 'error', message, hint: '', about: where }];
// A name has one number to be compared: a page cannot say it twice
const isTwice = (row, test) => row.when.some((other) => other !== test && other.key === test.key && other.name === test.name && Boolean(other.not) === Boolean(test.not));
const testFlaws = (section, row, test, where) => {
  const kind = termOf(section, test).kind;
  if (kind === 'yes or no') return [];
  const byName = kind === 'numbers by name';
  const unfinished = (kind !== 'a number' && !test.name) || (kind !== 'names' && !(byName && test.than) && !test.number.trim());
  if (unfinished) return flaw(words.unfinished, where);
  if (kind === 'names') return [];
  if (byName && isTwice(row, test)) return flaw(words.twice, where);
  if (byName && test.than) return [];
  return (byName ? validity.bad_match : validity.bad_comparison)(test.key, wanted(section, test), where);
};
const isUnnumbered = (field, value) => field.kind === 'worded' && meant(field, value).some((entry) => typeof entry === 'object' && !entry.number.trim());
const fieldFlaws = (section, row, where) => section.fields.filter((field) => isShown(section, row, field) && isUnnumbered(field, row.say[field.name]))
  .flatMap((field) => flaw(words.no_number, [where, field.name]));
const ownFlaws = (section, row, where) => section.fields.filter((field) => field.each_if && isShown(section, row, field)).flatMap((field) => chosen(field, row.say[field.name])
  .flatMap((value) => { const when = ownTests(section, row, field, value); return when.flatMap((test, number) => testFlaws(section, { when }, test, [where, `${value} when-${number}`])); }));
const remarks = () => [
  ...sections.flatMap((section) => state.rows[section.key].flatMap((row, index) => ownFlaws(section, row, at(section, index)))),
  ...sections.flatMap((section) => state.rows[section.key].flatMap((row, index) => fieldFlaws(section, row, at(section, index)))),
  ...sections.flatMap((section) => state.rows[section.key].flatMap((row, index) => row.when.flatMap(
    (test, number) => testFlaws(section, row, test, [at(section, index), `when-${number}`])))),
  ...validity.check(data.position, given()),
];
