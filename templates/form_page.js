// From what is filled in to the page that gm reads: YAML as a person would write it.

const plainWord = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._'+-]*[\p{L}\p{N}.'+_-])?$/u;

// What a person typed, in quotes; curly quotes and odd spaces by number, so that nobody straightens them on the way.
const quoted = (text) => JSON.stringify(text).replace(/[\u0080-\u00a0\u00ad\u2000-\u206f\u3000\ufeff]/g,
  (char) => '\\u' + char.charCodeAt(0).toString(16).padStart(4, '0'));
const scalar = (text) => (plainWord.test(text) || /^-\d+$/.test(text) ? text : quoted(text));

// On one line: [a, b], {key: value}
const flow = (value) => {
  if (typeof value === 'string') return scalar(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  return `{${Object.entries(value).map(([key, each]) => `${scalar(key)}: ${flow(each)}`).join(', ')}}`;
};

// On lines of their own; what stands inside a list goes on one line if there is room.
const ROOM = 60;
const isFlat = (value) => Object.values(value).every((one) => typeof one === 'string');
const block = (value, inside = false) => {
  if (Array.isArray(value)) return value.flatMap(item);
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each === 'string' || key === 'when') return `${scalar(key)}: ${flow(each)}`;
    if (isFlat(each) && (Array.isArray(each) || (inside && flow(each).length < ROOM))) return `${scalar(key)}: ${flow(each)}`;
    return [`${scalar(key)}:`, ...block(each).map((line) => '  ' + line)];
  });
};
const item = (value) => {
  if (typeof value === 'string' || flow(value).length < ROOM) return `- ${flow(value)}`;
  return block(value, true).map((line, at) => (at ? '  ' : '- ') + line);
};

// Press is taken as it stands, unless it looks like something else: a quotation, the end of a mail, a name for it.
const misread = /^\s*\{|^\s*["']?(?:from|text|as|by|name|signed|author|writer|sender|signature|alias|von|als|unter|par|nom|comme|da|nome|come|texts|message|words|body|says|said|content|texte|testo|nachricht)["']?\s*[:=]|^(["'])[^]*\1$|^(?:--\s?$|_{5,}|-{5,}|={5,}|\*{5,})|^.*(?:@|\b20\d\d\b).*:\s*$/im;
// Under a name it is read as part of the page, where curly quotes, dashes and comparisons are put straight.
const straightened = /[\u00a0\u00ad\u2000-\u200f\u2018-\u201f\u202a-\u202f\u205f\u2060\u3000\ufeff]|:\s+[<>=!]|:\s+[-\u2010\u2011\u2013\u2014\u2212\uff0d]\s+\d|^\s*(?:[–—•]\s|[\w"']+:[^\s:/])|\t|\\u/m;
const clean = (text) => text.replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n').replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
  .replace(/[\0-\x08\v\x0e-\x1f\x7f]/g, '').replace(/\p{Surrogate}/gu, '\ufffd').trim();
const inset = (text, by) => text.split('\n').map((line) => (line.trim() ? by + line : ''));
const pressLines = (press, name) => {
  const text = clean(press);
  if (!text) return [];
  if (!name && !misread.test(text)) return ['press: |', ...inset(text, '  ')];
  const said = misread.test(text) || straightened.test(text) ? [`  text: ${quoted(text).replaceAll(':', '\\x3a')}`] : ['  text: |', ...inset(text, '    ')];
  return ['press:', `  from: ${scalar(name)}`, ...said];
};

const writtenPage = (head, part, press, name) =>
  [...block(head), ...block(part), ...pressLines(press, clean(name)), 'end'].join('\n') + '\n';
