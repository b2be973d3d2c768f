// What a reader would complain about: each function answers with a list of complaints, and an empty one is praise.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const folded = (element) => element.closest('details:not([open])') && !element.closest('summary');
  const visible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !folded(element);
  const said = (element) => element.textContent.trim().replace(/\s+/g, ' ');
  const box = (element) => element.getBoundingClientRect();

  const name = (element) => {
    const home = element.parentElement?.closest('[id], section, svg, header, nav, form');
    const where = home ? home.tagName.toLowerCase() + (home.id && `#${home.id}`) : '';
    const what = [element.tagName.toLowerCase(), ...element.classList].join('.');
    return `${where} ${what} "${said(element).slice(0, 40)}"`.trim();
  };

  const UNSEEN = 'style, script, title, desc, option, template';
  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && !parent.closest(UNSEEN) && visible(parent)) found.add(parent);
    }
    return [...found];
  };

  // Layout

  const window_ = () => document.documentElement.clientWidth;
  const leaves = (element) => box(element).width && (box(element).right > window_() + 1 || box(element).left < -1);
  const scrolls = (element) => element.scrollWidth > element.clientWidth + 1;
  const sticksOut = (mayScroll) => {
    const whole = document.scrollingElement.scrollWidth;
    const parts = all('body *').filter((element) => visible(element) && !(mayScroll && element.closest('.wide')));
    const out = parts.filter((element) => leaves(element) && !leaves(element.parentElement));
    const hidden = mayScroll ? [] : parts.filter((element) => element.matches('.wide, pre') && scrolls(element));
    return [
      ...(whole > window_() ? [`the page is ${whole} px wide and the window ${window_()}`] : []),
      ...out.map((element) => `${name(element)} reaches to ${Math.round(box(element).right)} of ${window_()} px`),
      ...hidden.map((element) => `${name(element)} hides what would have to be scrolled`),
    ];
  };

  const foldedAway = () => all('details > :not(summary)')
    .filter((element) => !element.checkVisibility()).map((element) => `${name(element)} is folded away`);

  const scale = (element) => {
    const { a, b } = element.ownerSVGElement ? element.getScreenCTM() : { a: 1, b: 0 };
    return Math.hypot(a, b);
  };
  const size = (element) => parseFloat(getComputedStyle(element).fontSize) * scale(element);
  const tinyText = (least) => texts()
    .filter((element) => size(element) < least - 0.05)
    .map((element) => `${name(element)} is ${size(element).toFixed(1)} px`);

  const reachable = () =>
    all('summary, a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]').filter(visible);
  const inSentence = (element) =>
    element.matches('a') && said(element.closest('p, li, td, blockquote') || element) !== said(element);
  const target = (element) => element.matches('[type=checkbox], [type=radio]') && element.closest('label') || element;
  const smallTargets = (least) => reachable()
    .filter((element) => !element.matches('.wide') && !inSentence(element))
    .map((element) => [element, box(target(element))])
    .filter(([, { width, height }]) => width < least || height < least)
    .map(([element, { width, height }]) => `${name(element)} is ${width.toFixed(0)} x ${height.toFixed(0)} px`);

  // Colour

  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colour = (css) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = '#000';
    brush.fillStyle = css;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = ({ rgb }) => {
    const [red, green, blue] = rgb.map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [darker, lighter] = [light(one), light(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  // Browsers save the ink of a background on paper, unless they are told to be exact.
  const unprinted = (style) => matchMedia('print').matches && style.printColorAdjust !== 'exact';
  const paint = (element) => {
    const style = getComputedStyle(element);
    if (!element.ownerSVGElement) return unprinted(style) ? { alpha: 0 } : colour(style.backgroundColor);
    if (element.matches('text, tspan, g, svg') || style.fill === 'none' || style.fill.startsWith('url')) return { alpha: 0 };
    const own = colour(style.fill);
    return { rgb: own.rgb, alpha: own.alpha * style.fillOpacity * style.opacity };
  };
  const beneath = (element) => {
    if (!element.ownerSVGElement) return [...ancestors(element)];
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = box(element);
    return document.elementsFromPoint(x + width / 2, y + height / 2).filter((each) => !element.contains(each));
  };
  function* ancestors(element) {
    for (let each = element; each; each = each.parentElement) yield each;
  }
  const ground = (element) => beneath(element).map(paint).find((each) => each.alpha > 0.5) || colour('white');
  const ink = (element) => colour(getComputedStyle(element)[element.ownerSVGElement ? 'fill' : 'color']);
  const faintText = (least) => texts()
    .map((element) => [element, contrast(ink(element), ground(element))])
    .filter(([, found]) => found < least)
    .map(([element, found]) => `${name(element)} has a contrast of ${found.toFixed(2)}`);

  const small = ({ width, height }) => width < 50 && height < 50;  // a counter may be black on paper
  const darkGrounds = () => all('html, body, body *:not(svg *)')
    .filter((element) => visible(element) && !small(box(element)))
    .map((element) => [element, getComputedStyle(element).backgroundColor])
    .filter(([, css]) => colour(css).alpha > 0.1 && light(colour(css)) < 0.6)
    .map(([element, css]) => `${name(element)} is ${css}`);

  // Structure

  const headings = () => {
    const found = all('h1, h2, h3, h4, h5, h6');
    const level = (element) => (element ? Number(element.tagName[1]) : 0);
    return [
      ...found.filter((each, at) => level(each) > level(found[at - 1]) + 1).map((each) => `${name(each)} skips a level`),
      ...found.filter((each) => !said(each)).map((each) => `${name(each)} is empty`),
      ...(all('h1').length === 1 ? [] : [`there are ${all('h1').length} headings of the first level`]),
    ];
  };
  const twins = () => {
    const ids = all('[id]').map((element) => element.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `there are two of ${id}`);
  };
  const tablesWithoutHeads = () => all('table')
    .filter((table) => visible(table) && table.rows.length > 1 && !table.querySelector('th'))
    .map((table) => `${name(table)} has no headings`);

  const referred = (element, attribute) => (element.getAttribute(attribute) || '').split(/\s+/).filter(Boolean)
    .map((id) => document.getElementById(id)).map((found) => (found ? said(found) : '')).join('');
  const child = (element, tag) => [...element.children].some((each) => each.tagName === tag && said(each));
  const named = (element) =>
    referred(element, 'aria-labelledby') || element.getAttribute('aria-label') || child(element, 'title');
  const told = (element) => referred(element, 'aria-describedby') || child(element, 'desc');
  const namelessPictures = () => {
    const found = all('svg').filter((element) => !element.closest('[aria-hidden="true"]'));
    return [
      ...found.filter((each) => each.getAttribute('role') !== 'img').map((each) => `${name(each)} is no picture by its role`),
      ...found.filter((each) => !named(each)).map((each) => `${name(each)} has no name`),
      ...found.filter((each) => !told(each)).map((each) => `${name(each)} is not told in words`),
    ];
  };

  // Pictures

  const inkBox = (element) => {  // a line's box is taller than its ink
    const { left, right, top, bottom, width, height } = box(element);
    const upright = height > 1.5 * width && said(element).length > 2;
    const [across, along] = upright ? [0.18 * width, 0.5] : [0.5, 0.18 * height];
    return { left: left + across, right: right - across, top: top + along, bottom: bottom - along };
  };
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const collisions = () => all('svg').filter(visible).flatMap((picture) => {
    const labels = [...picture.querySelectorAll('text')].filter((each) => visible(each) && said(each) && box(each).width);
    const places = labels.map(inkBox);
    return labels.flatMap((label, at) => labels.slice(at + 1)
      .filter((_, further) => meet(places[at], places[at + 1 + further]))
      .map((other) => `${name(label)} lies over "${said(other)}"`));
  });

  const DRAWN = 'text, circle, rect, path, line, polyline, polygon, use';
  const inside = (one, frame) => one.left > frame.left - 1 && one.right < frame.right + 1
    && one.top > frame.top - 1 && one.bottom < frame.bottom + 1;
  const cutOff = () => all('svg').filter(visible).flatMap((picture) => [...picture.querySelectorAll(DRAWN)]
    .filter((element) => visible(element) && !element.closest('defs, clipPath, symbol, marker, pattern'))
    .filter((element) => !inside(box(element), box(picture)))
    .map((element) => `${name(element)} leaves its picture`));

  // Keyboard

  const focused = () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const shown = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    element.dataset.reached = 'yes';
    return shown ? '' : `${name(element)} does not show that it has the focus`;
  };
  // A button that does what the arrow keys do in the field beside it is for thumbs.
  const helps = (element) => element.matches('button[tabindex="-1"]') && element.parentElement.querySelector('input[data-reached]');
  const passedOver = (element) => element.disabled || (element.type === 'radio' && !element.checked) || helps(element);
  const unreached = () => [...reachable(), ...all('.wide').filter((element) => visible(element) && scrolls(element))]
    .filter((element) => !element.dataset.reached && !passedOver(element))
    .map((element) => `${name(element)} cannot be reached`);

  return {
    sticksOut, foldedAway, tinyText, smallTargets, faintText, darkGrounds, headings, twins, tablesWithoutHeads,
    namelessPictures, collisions, cutOff, focused, unreached,
  };
})()
