type Child = Node | string;

/** An element with attributes and children; texts become text nodes, so nothing is ever read as HTML. */
export function buildElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const SVG_SPACE = 'http://www.w3.org/2000/svg';

/** A line icon of 24 units; its colour is the text's. */
export function buildIcon(path: string): SVGElement {
  const svg = document.createElementNS(SVG_SPACE, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG_SPACE, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** Adds a style sheet that no policy of the page can forbid; older browsers get an element. */
export function addStyle(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    root.append(buildElement('style', {}, css));
  }
}
