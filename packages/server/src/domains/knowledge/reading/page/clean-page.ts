import type { PageDocument, PageElement } from './page-nodes.ts';

/** Nothing of these is text of the page. */
const NO_TEXT =
  'script,style,noscript,template,iframe,object,embed,svg,canvas,video,audio,map,dialog,input,select,textarea,option,datalist,link,meta';
/** What stands on every page of a site. Headings of an article may lie in a `header` of its own. */
const AROUND_THE_PAGE =
  'nav,aside,[role="navigation"],[role="banner"],[role="contentinfo"],[role="search"],[role="dialog"],[role="alertdialog"],[role="complementary"],[aria-modal="true"]';
const FRAME_OF_THE_PAGE = 'body > header,body > footer,body > div > header,body > div > footer';
/** Marks of panels that a click opens: questions and answers, tabs. */
const OPENED_BY_A_CLICK =
  /accordion|acc-|faq|spoiler|collaps|toggle|expand|dropdown-text|answer|panel|tab-pane|tab-content|tab__|tabs__/i;
const COOKIES = /cookie|gdpr|consent-|popup|modal|subscribe-form|breadcrumb/i;

/**
 * Takes away what is no text and what is hidden for good. What a click would open is shown: an answer in a closed panel is
 * what the page is there for.
 */
export function cleanPage(document: PageDocument): void {
  openPanels(document);
  for (const element of [...document.querySelectorAll('button,[role="button"]')]) keepQuestion(document, element);
  for (const element of [...document.querySelectorAll(NO_TEXT)]) element.remove();
  for (const element of [...document.querySelectorAll('[hidden],[aria-hidden="true"],[style]')])
    if (isHidden(element)) element.remove();
  for (const element of [...document.querySelectorAll('[class],[id]')])
    if (element.matches('div,section,form,ul,ol') && COOKIES.test(`${element.className} ${element.id}`))
      element.remove();
}

/** What frames the text on every page of the site goes too. Not where nothing would be left. */
export function dropFrame(document: PageDocument): void {
  const whole = lengthOf(document.body);
  for (const element of [...document.querySelectorAll(`${AROUND_THE_PAGE},${FRAME_OF_THE_PAGE}`)])
    if (element !== document.body && lengthOf(element) < whole * 0.6) element.remove();
}

export function lengthOf(element: PageElement): number {
  return element.textContent.replaceAll(/\s/g, '').length;
}

function openPanels(document: PageDocument): void {
  const controlled = new Set<string>();
  for (const control of document.querySelectorAll('[aria-controls],[data-target],[data-bs-target],a[href^="#"]'))
    for (const name of ['aria-controls', 'data-target', 'data-bs-target', 'href'])
      controlled.add((control.getAttribute(name) ?? '').replace('#', ''));
  for (const element of document.querySelectorAll('[hidden],[aria-hidden="true"],[style]')) {
    if (!isHidden(element) || !isPanel(element, controlled)) continue;
    for (const name of ['hidden', 'aria-hidden', 'style']) element.removeAttribute(name);
  }
}

function isHidden(element: PageElement): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return /display:none|visibility:hidden/.test(
    (element.getAttribute('style') ?? '').toLowerCase().replaceAll(/\s/g, ''),
  );
}

function isPanel(element: PageElement, controlled: Set<string>): boolean {
  if (element.matches('nav,[role="dialog"],[aria-modal="true"],button,a,span,svg,img,i')) return false;
  if (COOKIES.test(`${element.className} ${element.id}`)) return false;
  if (element.id !== '' && controlled.has(element.id) && element.closest('nav,header,[role="navigation"]') === null)
    return true;
  if (element.closest('details') !== null) return true;
  const names = `${element.className} ${element.id} ${element.parentNode?.className ?? ''}`;
  if (OPENED_BY_A_CLICK.test(names)) return true;
  return element.getAttribute('role') === 'tabpanel' || element.getAttribute('itemprop') === 'text';
}

/** A button that opens an answer is its question; other buttons say nothing. */
function keepQuestion(document: PageDocument, button: PageElement): void {
  const isQuestion =
    button.closest('h1,h2,h3,h4,h5,h6,summary,dt') !== null ||
    button.hasAttribute('aria-expanded') ||
    OPENED_BY_A_CLICK.test(`${button.className} ${button.parentNode?.className ?? ''}`);
  if (button.tagName !== 'BUTTON') return;
  if (!isQuestion) {
    button.remove();
    return;
  }
  const isInHeading = button.closest('h1,h2,h3,h4,h5,h6,summary,dt') !== null;
  const kept = document.createElement(isInHeading ? 'span' : 'h4');
  kept.append(...button.childNodes);
  button.replaceWith(kept);
}
