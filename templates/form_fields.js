// What a row asks, on the screen: a control for each kind of field, and what controls are made of.

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
const button = (text, onclick, label) => make('button', { type: 'button', class: 'button small', onclick, 'aria-label': label }, text);
const choose = (choices, value, attributes, onchoose) => {
  const option = (choice) => (choice.choices
    ? make('optgroup', { label: choice.label }, ...choice.choices.map(option))
    : make('option', { value: choice.value, selected: choice.value === value, disabled: choice.disabled }, choice.label));
  return make('select', { ...attributes, onchange: (event) => { onchoose(event.target.value); update(); } }, ...choices.map(option));
};
const type = (value, attributes, ontype) => {
  const input = make('input', { type: 'text', ...attributes, oninput: () => { ontype(input.value); update(); } });
  input.value = value;
  return input;
};

const signs = (value, onchoose) => choose(SIGNS.map((sign) => ({ value: sign, label: words[sign] })), value, { 'aria-label': words.how }, onchoose);

// A number between two large buttons, one less and one more. The arrow keys do the same, so that nobody has to pass two buttons for each.
const between = (input, name, step) => {
  input.addEventListener('keydown', (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way) { event.preventDefault(); step(way); }
  });
  const stepper = (sign, way, label) => make('button', { type: 'button', class: 'button step', tabindex: -1, onclick: () => step(way), 'aria-label': filled(label, { name }) }, sign);
  return [stepper('\u2212', -1, words.less), input, stepper('+', 1, words.more)];
};

// A weight is such a number
const picture = (choice) => {
  const art = document.querySelector('#art svg'); // where symbols are
  if (!choice.symbol || !art) return choice.mark ? make('span', { class: `mark ${choice.mark}`, 'aria-hidden': 'true' }) : null;
  const [svg, use] = ['svg', 'use'].map((tag) => document.createElementNS(art.namespaceURI, tag));
  use.setAttribute('href', `#${choice.symbol}`);
  svg.setAttribute('class', `mark ${choice.mark || ''}`.trim());
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
};
const weight = (field, row, choice) => {
  const weights = () => row.say[field.name] || {};
  const text = () => (Object.hasOwn(weights(), choice.value) ? weights()[choice.value] : '');
  const number = () => Number(validity.signed(text()));
  const set = (value) => { row.say[field.name] = Object.fromEntries([...Object.entries(weights()).filter(([name]) => name !== choice.value), [choice.value, value]]); };
  const step = (way) => { set(String(Math.max(field.least, Math.min(field.most, number() + way)) || '')); input.value = text(); look(); update(); };
  const input = type(text(), { inputmode: 'numeric', maxlength: 12, placeholder: '0', role: 'spinbutton', 'aria-label': `${field.label} ${choice.label}`,
    'aria-valuemin': field.least, 'aria-valuemax': field.most, 'data-part': choice.value }, (value) => { set(value); look(); });
  const look = () => {
    input.setAttribute('aria-valuenow', number());
    line.classList.toggle('plus', number() > 0);
    line.classList.toggle('minus', number() < 0);
  };
  const line = make('div', { class: 'weight' }, picture(choice), make('span', { class: 'name' }, choice.label), ...between(input, choice.label, step));
  look();
  return line;
};

// A number that goes up and down by so much: below the least there is nothing, and what is no number stays as it was typed
const stepped = (field, row, name, label) => {
  const now = () => Number(validity.signed(input.value));
  const look = () => { if (validity.signed(input.value)) input.setAttribute('aria-valuenow', now()); else input.removeAttribute('aria-valuenow'); };
  const step = (way) => {
    if (input.value.trim() && !validity.signed(input.value)) return;
    const next = now() + way * field.by;
    input.value = row.say[field.name] = next < field.least ? (way > 0 ? String(field.least) : '') : String(Math.min(next, Math.max(field.most, now())));
    look();
    update();
  };
  const input = type(row.say[field.name] || '', { ...name, inputmode: 'numeric', maxlength: 40, role: 'spinbutton', 'aria-valuemin': field.least, 'aria-valuemax': field.most },
    (value) => { row.say[field.name] = value; look(); });
  look();
  return make('span', { class: 'stepped' }, ...between(input, label, step));
};

// Words to tap, for a text: whoever likes may type them. A game's rules may say how they are spelled, and what each would do.
const spelled = (text) => (validity.spelled ? validity.spelled(text) : text.split(/\s+/).filter(Boolean));
const tapped = (field, text, group, choice) => {
  const before = spelled(text);
  const alone = field.taps.flatMap((each) => each.choices).filter((each) => each.alone).map((each) => each.value);
  const others = group.many ? [] : group.choices.map((each) => each.value);
  const rest = choice.alone ? [] : before.filter((word) => word !== choice.value && !alone.includes(word) && !others.includes(word));
  const after = before.includes(choice.value) ? before.filter((word) => word !== choice.value) : [...rest, choice.value];
  const kinds = field.taps.map((each) => each.choices.map((one) => one.value));
  return [...kinds.flatMap((kind) => after.filter((word) => kind.includes(word))), ...after.filter((word) => !kinds.flat().includes(word))].join(' ');
};
const tapGroups = (field, section, text, ontap) => {
  const tiles = [];
  const groups = field.taps.map((group) => make('div', { class: `taps ${group.mark || ''}`.trim(), role: 'group', 'aria-label': `${section.title}: ${group.label}` },
    make('span', { class: 'taps-label' }, group.label), ...group.choices.map((choice) => {
      const tile = make('button', { type: 'button', class: 'tile', onclick: () => ontap(group, choice) },
        make('b', {}, choice.label), make('span', { class: 'does' }), make('i', { class: 'nth', 'aria-hidden': 'true' }));
      tiles.push({ group, choice, tile });
      return tile;
    })));
  const look = () => {
    const chosen = spelled(text());
    const does = field.strip && validity.strip ? validity.strip(data.position, section.key, text()) : [];
    for (const { group, choice, tile } of tiles) {
      const own = does.find((each) => each.tile === choice.value);
      const among = chosen.filter((word) => group.choices.some((each) => each.value === word));
      tile.className = `tile ${own ? own.mark : choice.mark || ''}`.trim();
      tile.setAttribute('aria-pressed', String(chosen.includes(choice.value)));
      tile.querySelector('.does').textContent = own ? spoken(own.does) : '';
      tile.querySelector('.nth').textContent = group.many && among.length > 1 && among.includes(choice.value) ? among.indexOf(choice.value) + 1 : '';
      if (own) tile.setAttribute('aria-label', spoken(own.told));
    }
  };
  return { groups, look };
};
const tappedText = (field, row, name, section) => {
  const set = (value) => { row.say[field.name] = value; look(); };
  const input = type(row.say[field.name] || '', { ...name, maxlength: 200 }, set);
  const tap = (group, choice) => { set(tapped(field, input.value, group, choice)); input.value = row.say[field.name]; update(); };
  const { groups, look } = tapGroups(field, section, () => row.say[field.name] || '', tap);
  look();
  return [input, ...groups];
};

// A word, or a number that may be compared; perhaps several of these, in order of preference
const wordedPlace = (field, row, places, entry, index, name, redraw) => {
  const put = (next) => {
    const all = [...places.slice(0, index), next, ...places.slice(index + 1)];
    row.say[field.name] = field.more ? all.filter(Boolean) : next;
  };
  const pick = (value) => { put(value === OTHER ? { sign: field.compares ? '<=' : '=', number: '' } : value); redraw(`[data-field="${CSS.escape(field.name)}"] [data-pick="${index}"]`); };
  const own = typeof entry === 'string' ? entry : OTHER;
  const taken = places.filter((each) => each !== entry);
  const choices = [{ value: '', label: field.none }, ...field.words.filter((word) => !taken.includes(word.value)), ...(field.other ? [{ value: OTHER, label: field.other }] : [])];
  const select = choose(choices, own, { ...name, 'data-pick': index, ...(index ? { id: undefined, 'aria-labelledby': undefined, 'aria-label': field.more } : {}) }, pick);
  const number = own === OTHER ? [
    field.compares ? signs(entry.sign, (value) => { entry.sign = value; }) : null,
    type(entry.number, { inputmode: 'numeric', maxlength: 12, 'aria-label': words.how_many }, (value) => { entry.number = value; }),
  ] : [];
  return index ? [make('span', { class: 'more' }, field.more + ' ', select), ...number] : [select, ...number];
};

// Conditions of one of several, which look like those of a row
const ownConditions = (section, field, row, value, redraw) => {
  const all = row.say[`${field.name} if`] ||= {};
  const own = { get when() { return all[value] || []; }, set when(tests) { all[value] = tests; } };
  own.when = ownTests(section, row, field, value);
  const again = (focus) => redraw(`[data-if="${CSS.escape(value)}"] ${focus}`);
  const add = () => { own.when = [...own.when, emptyTest(section)]; again(`[data-test="${own.when.length - 1}"] [data-what]`); };
  const label = section.names.find((each) => each.value === value)?.label || value;
  return [button(own.when.length ? words.more_conditions : words.add_condition, add, `${label}: ${own.when.length ? words.more_conditions : words.add_condition}`),
    ...own.when.map((test, number) => testLine(section, own, test, number, again))];
};

const fieldMakers = {
  number: (field, row, name, redraw, section) => {
    if (field.by) return [stepped(field, row, name, `${section.title} ${field.label}`), field.unit ? make('span', { class: 'unit' }, field.unit) : null];
    const input = type(row.say[field.name] || '', { ...name, inputmode: 'numeric', maxlength: 40 }, (value) => { row.say[field.name] = value; });
    // the word of the page, in every language
    const all = () => { input.value = row.say[field.name] = 'all'; update(); };
    return [input, field.all ? button('all', all) : null];
  },
  text: (field, row, name, redraw, section) => (field.taps.length ? tappedText(field, row, name, section) : [type(row.say[field.name] || '', { ...name, maxlength: 200 }, (value) => { row.say[field.name] = value; })]),
  choice: (field, row, name) => [choose(field.steers ? field.choices : [{ value: '', label: field.none }, ...field.choices], saying.choice(field, row.say[field.name]), name,
    (value) => { row.say[field.name] = value; })],
  several: (field, row, name, redraw, section) => {
    const chosen = meaning.several(field, row.say[field.name]);
    const places = chosen.some((value) => isAlone(field, value)) ? chosen : [...chosen, ''];
    return places.slice(0, field.choices.length).map((value, index) => {
      const left = field.choices.filter((choice) => choice.value === value || !chosen.includes(choice.value));
      const pick = (next) => {
        row.say[field.name] = isAlone(field, next) ? [next] : [...chosen.slice(0, index), next, ...chosen.slice(index + 1)].filter(Boolean);
        redraw(`[data-pick="${index}"]`);
      };
      const select = choose([{ value: '', label: field.none }, ...left], value,
        { ...name, 'data-pick': index, ...(index ? { id: undefined, 'aria-labelledby': undefined, 'aria-label': field.more } : {}) }, pick);
      const place = index ? make('span', {}, field.more + ' ', select) : select;
      return field.each_if && value ? make('span', { class: 'conditional', 'data-if': value }, place, ...ownConditions(section, field, row, value, redraw)) : place;
    });
  },
  some: (field, row, name, redraw) => {
    const value = meaning.some(field, row.say[field.name]);
    const own = { value: '', label: field.chosen };
    const select = choose([...field.words, own], Array.isArray(value) ? '' : value, name, (next) => { row.say[field.name] = next || []; redraw('select'); });
    const tick = (choice) => (event) => {
      const others = value.filter((each) => each !== choice.value);
      row.say[field.name] = event.target.checked ? field.choices.map((each) => each.value).filter((each) => each === choice.value || others.includes(each)) : others;
      redraw(`[value="${CSS.escape(choice.value)}"]`);
    };
    const boxes = Array.isArray(value) ? make('fieldset', { class: 'picks' }, make('legend', { class: 'unseen' }, field.chosen),
      ...field.choices.map((choice) => make('label', {}, make('input', { type: 'checkbox', value: choice.value, checked: value.includes(choice.value), onchange: tick(choice) }), choice.label))) : null;
    return [select, boxes];
  },
  weights: (field, row, name, redraw) => [make('div', { class: 'weights', role: 'group', 'aria-labelledby': name['aria-labelledby'] },
    ...field.choices.map((choice) => weight(field, row, choice)))],
  worded: (field, row, name, redraw) => {
    const entries = meant(field, row.say[field.name]);
    const places = field.more && !entries.includes('') ? [...entries, ''] : entries;
    return places.flatMap((entry, index) => wordedPlace(field, row, places, entry, index, name, redraw));
  },
};
