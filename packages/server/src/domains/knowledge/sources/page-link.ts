import { isWebUrl } from '@otvet/contract';

const MAX_NAME = 200;
/** As it is sent: letters of other alphabets take up to nine signs there. */
const MAX_LINK = 2000;

/** An address that a person gave, as it is asked for and kept; undefined where it is none of a public page. */
export function parsePageLink(text: string): { link: string; identity: string; name: string } | undefined {
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const written = hasScheme ? text : `https://${text}`;
  if (!isWebUrl(written)) return undefined;
  const url = new URL(written);
  if (!hasScheme && !url.hostname.includes('.')) return undefined;
  // It names a place in the page, and is never sent.
  url.hash = '';
  if (url.href.length > MAX_LINK) return undefined;
  const name = `${url.hostname}${decodeSafely(url.pathname)}${url.search}`.replace(/\/$/, '').slice(0, MAX_NAME);
  return { link: url.href, identity: `page:${url.href}`, name: name.toWellFormed() };
}

function decodeSafely(path: string): string {
  try {
    // Without signs that show nothing, or turn the text around.
    return decodeURI(path).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  } catch {
    // Not UTF-8: it is shown as it is written.
    return path;
  }
}
