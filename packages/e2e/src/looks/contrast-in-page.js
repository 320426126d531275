// Runs in the page. It measures from computed styles whether a person sees where the focus is and what is on.
// biome-ignore-all lint/style/useNamingConvention: names of the browser
(() => {
  const MIN_CONTRAST = 3;
  const MIN_WIDTH = 2;
  const TABBABLE =
    'a[href], button:not(:disabled), input:not(:disabled, [type=hidden], [type=file]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const readColor = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { r, g, b, alpha: alpha / 255 };
  };
  const over = (top, below) => {
    const mix = (name) => top[name] * top.alpha + below[name] * (1 - top.alpha);
    return { r: mix('r'), g: mix('g'), b: mix('b'), alpha: 1 };
  };
  const light = ({ r, g, b }) => {
    const [red, green, blue] = [r, g, b].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  /** What is seen behind an element: its own background over those of everything around it. */
  const groundOf = (element) => {
    if (element === null) return { r: 255, g: 255, b: 255, alpha: 1 };
    const own = readColor(getComputedStyle(element).backgroundColor);
    return own.alpha === 1 ? own : over(own, groundOf(parentOf(element)));
  };
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const nameOf = (element) =>
    `<${element.localName}${element.getAttribute('aria-label') ? ` ${element.getAttribute('aria-label')}` : ''}> ${(element.textContent ?? '').trim().slice(0, 30)} .${String(element.className).slice(0, 60)}`;

  const roots = (root) => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? roots(element.shadowRoot) : [])),
  ];
  const findAll = (selector) => {
    const modal = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
    return roots(modal ?? document).flatMap((root) => [...root.querySelectorAll(selector)]);
  };
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };

  const ringOf = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
    const width = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    return { element, width, color: outlineColor, gap: Number.parseFloat(outlineOffset) };
  };
  /** Where the ring of a focused element may be: on it, on what is drawn in its place, or on the box around it. */
  const holdersOf = (element) => [
    element,
    ...(element.nextElementSibling ? [element.nextElementSibling] : []),
    ...[1, 2, 3, 4].reduce((found) => [...found, parentOf(found.at(-1) ?? element)].filter(Boolean), []),
  ];
  /** How many of its sides a box that scrolls or hides cuts off. */
  const cutSides = ({ element, width, gap }) => {
    const box = element.getBoundingClientRect();
    const reach = width + gap - 0.5;
    const cut = new Set();
    for (let around = parentOf(element); around !== null; around = parentOf(around)) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      // What is scrolled out of sight comes into sight with the focus.
      const canScrollX = around.scrollWidth > around.clientWidth && overflowX !== 'hidden';
      const canScrollY = around.scrollHeight > around.clientHeight && overflowY !== 'hidden';
      if (overflowX !== 'visible' && !canScrollX) {
        if (box.left - reach < edge.left) cut.add('left');
        if (box.right + reach > edge.right) cut.add('right');
      }
      if (overflowY !== 'visible' && !canScrollY) {
        if (box.top - reach < edge.top) cut.add('top');
        if (box.bottom + reach > edge.bottom) cut.add('bottom');
      }
      if (position === 'fixed') break;
    }
    return [...cut];
  };

  const judgeFocus = (element) => {
    const holders = holdersOf(element);
    const before = holders.map((holder) => ringOf(holder).width);
    element.focus({ preventScroll: true });
    if (focused() !== element) return null;
    const ring = holders.map(ringOf).find(({ width }, at) => width >= MIN_WIDTH && before[at] === 0);
    if (ring === undefined) return `focus: no ring on ${nameOf(element)}`;
    const grounds = [];
    if (ring.gap > -MIN_WIDTH) grounds.push(groundOf(parentOf(ring.element)));
    if (ring.gap <= 0) grounds.push(groundOf(ring.element));
    const found = Math.min(...grounds.map((ground) => contrast(over(readColor(ring.color), ground), ground)));
    if (found < MIN_CONTRAST) return `focus: ${found.toFixed(2)}:1 on ${nameOf(element)}`;
    const cut = cutSides(ring);
    return cut.length > 1 ? `focus: cut off at ${cut.join(', ')} on ${nameOf(element)}` : null;
  };

  const SIDES = ['Top', 'Right', 'Bottom', 'Left'];
  /** Colours of the marks that an element draws: its borders, and shadows inside of it. */
  const marksOf = (element) => {
    const style = getComputedStyle(element);
    const borders = SIDES.filter(
      (side) => style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) >= 1,
    ).map((side) => style[`border${side}Color`]);
    const inner = style.boxShadow.split(/,(?![^(]*\))/).filter((shadow) => shadow.includes('inset'));
    return [
      ...borders,
      ...inner.map((shadow) => shadow.trim().match(/^(?:[a-z-]+\([^)]*\)|#\w+)/)?.[0] ?? 'transparent'),
    ];
  };
  const strongest = ({ colors, ground }) =>
    Math.max(1, ...colors.map((color) => contrast(over(readColor(color), ground), ground)));
  /** The best contrast of what tells a state, against what it stands on. */
  const stateContrast = (element) => {
    const around = groundOf(parentOf(element));
    const own = groundOf(element);
    const fill = contrast(own, around);
    const marks = marksOf(element);
    return Math.max(
      fill,
      Math.min(strongest({ colors: marks, ground: around }), strongest({ colors: marks, ground: own })),
    );
  };
  const STATES = {
    current: 'nav [aria-current=page]:not(section *), li [aria-current=true]',
    chosen: '[role=tab][aria-selected=true]',
    on: 'input:checked',
    wrong: 'input[aria-invalid=true], textarea[aria-invalid=true], select[aria-invalid=true]',
    mark: '[data-testid=quiet-dot]',
  };
  const drawnOf = (element) => {
    if (!element.matches('input, textarea, select')) return element;
    const isHidden = getComputedStyle(element).opacity === '0' || !isShown(element);
    if (isHidden) return element.nextElementSibling ?? element;
    return element.closest('.mantine-PasswordInput-input') ?? element;
  };
  const judgeState = (kind, element) => {
    const drawn = drawnOf(element);
    if (!isShown(drawn)) return [];
    const found = stateContrast(drawn);
    return found < MIN_CONTRAST ? [`state ${kind}: ${found.toFixed(2)}:1 on ${nameOf(drawn)}`] : [];
  };

  const states = Object.entries(STATES).flatMap(([kind, selector]) =>
    findAll(selector).map((element) => [kind, element]),
  );
  const faults = states.flatMap(([kind, element]) => judgeState(kind, element));
  const before = focused();
  before?.blur();
  let judged = 0;
  for (const element of findAll(TABBABLE)) {
    if (element.tabIndex < 0 || !(isShown(element) || isShown(drawnOf(element)))) continue;
    const fault = judgeFocus(element);
    if (focused() === element) judged += 1;
    if (fault !== null) faults.push(fault);
  }
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
  else focused()?.blur();
  return { faults, judged, states: states.length };
})();
