// A long list of questions as a sheet: one finds a name, sorts it, or keeps to what is filled in already.

const sheets = [];
const lookedUp = (section) => validity.fold([section.badge, section.title, section.aside, ...section.notes].join(' '));
const isUsed = (section) => state.rows[section.key].some((row) => !isBlank(section, row));
const boxOf = (section) => by(`ask-${idOf(section)}`);

// What is shown changes when one asks for it, and never under the fingers of somebody who types a number
const sift = (sheet) => {
  const sought = validity.fold(sheet.find.value).split(' ');
  const wanted = sheet.group.sections.filter((section) => sought.every((word) => lookedUp(section).includes(word)) && (!sheet.only.checked || isUsed(section)));
  for (const section of sheet.group.sections) boxOf(section).hidden = !wanted.includes(section);
  sheet.count.textContent = filled(words.shown, { n: wanted.length, all: sheet.group.sections.length });
};
const sorted = (sections, key) => [...sections].sort((one, other) => (one.sorts[key] > other.sorts[key] ? 1 : one.sorts[key] < other.sorts[key] ? -1 : 0));
const sheetOf = (group, asked) => {
  const list = make('div', { class: 'sheet' }, ...asked);
  const sheet = { group, count: make('span', { class: 'count', role: 'status' }) };
  const again = () => sift(sheet);
  sheet.find = make('input', { type: 'search', placeholder: group.sheet.find, 'aria-label': group.sheet.find, oninput: again });
  sheet.only = make('input', { type: 'checkbox', onchange: again });
  const sort = make('select', { 'aria-label': words.sort, onchange: (event) => list.append(...sorted(group.sections, event.target.value).map(boxOf)) },
    ...group.sheet.sorts.map((each) => make('option', { value: each.value }, each.label)));
  sheets.push(sheet);
  return [make('div', { class: 'sift', role: 'search', 'aria-label': group.title }, sheet.find, sort, make('label', {}, sheet.only, words.only), sheet.count), list];
};
const showSheets = () => sheets.forEach(sift);
// So that nothing that has to be put right is out of sight
const unsift = () => {
  for (const sheet of sheets) { sheet.find.value = ''; sheet.only.checked = false; }
  showSheets();
};
