import { isElement, type PageElement } from './page-nodes.ts';

/**
 * The nearest element at or around another that fits. Each element is looked at once, however many ask: `closest` climbs
 * anew from each, which takes the square of the time on a page that is nested on purpose. For a tree that nothing joins.
 */
export function createNearest(
  fits: (element: PageElement) => boolean,
): (element: PageElement | null) => PageElement | undefined {
  const known = new Map<PageElement, PageElement | undefined>();
  /** Where the climb ended: at the top, at one that is known, or at one that fits. */
  const answerAt = (at: PageElement | null): PageElement | undefined => {
    if (at === null) return undefined;
    if (!known.has(at)) known.set(at, at);
    return known.get(at);
  };
  return (element) => {
    const passed: PageElement[] = [];
    let at = element;
    while (at !== null && !known.has(at) && !fits(at)) {
      passed.push(at);
      at = parentOf(at);
    }
    const found = answerAt(at);
    for (const one of passed) known.set(one, found);
    return found;
  };
}

/** Above the outermost element stands the document, which is none. */
function parentOf({ parentNode }: PageElement): PageElement | null {
  return parentNode !== null && isElement(parentNode) ? parentNode : null;
}
