/** What a pasted link is taken for. */
export type LinkKind = 'page' | 'google_document' | 'google_sheet';
export type DetectedLink = LinkKind | 'empty' | 'wrong' | 'unsupported';

const EDITORS = /^\/(?:a\/[^/]+\/)?(document|spreadsheets|presentation|forms)\//;

/** Says what a link is while it is typed; the server has the last word. */
export function detectLink(text: string): DetectedLink {
  const written = text.trim();
  if (written === '') return 'empty';
  const hasScheme = /^[a-z]+:\/\//i.test(written);
  const whole = hasScheme ? written : `https://${written}`;
  if (!URL.canParse(whole) || /\s/.test(written)) return 'wrong';
  const { protocol, hostname, pathname } = new URL(whole);
  if (!/^https?:$/.test(protocol) || (!hasScheme && !/\.[^.]+$/.test(hostname))) return 'wrong';
  if (hostname === 'drive.google.com') return pathname.startsWith('/drive') ? 'unsupported' : 'google_document';
  const editor = hostname === 'docs.google.com' ? EDITORS.exec(pathname)?.[1] : undefined;
  if (editor === undefined) return 'page';
  if (editor === 'forms') return 'unsupported';
  return editor === 'spreadsheets' ? 'google_sheet' : 'google_document';
}
