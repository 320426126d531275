/**
 * What a link of Google names, read from the patterns of its editors; the links themselves are no documented API. `tab`: of a
 * document, `gid`: the sheet of a workbook.
 */
export type GoogleLink =
  | { kind: 'document'; id: string; tab: string | null }
  | { kind: 'sheet'; id: string; gid: string | null }
  | { kind: 'slides'; id: string }
  | { kind: 'published_document'; id: string }
  | { kind: 'published_sheet'; id: string; gid: string | null }
  | { kind: 'drive_file'; id: string };

const EDITORS = 'docs.google.com';
const DRIVE = 'drive.google.com';
const ID = /^[\w-]{20,200}$/;
const GID = /^\d{1,20}$/;
const TAB = /^[\w.-]{1,100}$/;
const MAX_LINK = 2000;
const SHOWN_OF_ID = 8;

/** `unsupported`: a folder, a form. Undefined: no link of Google, or one that names nothing. Never the string as it was given. */
export function parseGoogleLink(text: string): GoogleLink | 'unsupported' | undefined {
  const written = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (written.length > MAX_LINK || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.port === '';
  if (!isPlain) return undefined;
  if (url.hostname === EDITORS) return ofEditor(url);
  return url.hostname === DRIVE ? ofDrive(url) : undefined;
}

/** How a link stands in a base: its address is made of its parts, its identity is the same however it was pasted. */
export function describeGoogleLink(link: GoogleLink): {
  kind: 'google_document' | 'google_sheet';
  name: string;
  identity: string;
  link: string;
} {
  const isSheet = link.kind === 'sheet' || link.kind === 'published_sheet';
  return {
    kind: isSheet ? 'google_sheet' : 'google_document',
    name: `${isSheet ? 'Google Sheets' : 'Google Docs'} ${link.id.slice(0, SHOWN_OF_ID)}…`,
    identity: `google:${link.kind}:${link.id}:${partOf(link)}`,
    link: addressOf(link),
  };
}

function partOf(link: GoogleLink): string {
  if (link.kind === 'document') return link.tab ?? '';
  return link.kind === 'sheet' || link.kind === 'published_sheet' ? (link.gid ?? '') : '';
}

function addressOf(link: GoogleLink): string {
  const { id } = link;
  switch (link.kind) {
    case 'document':
      return `https://${EDITORS}/document/d/${id}/edit${link.tab === null ? '' : `?tab=${link.tab}`}`;
    case 'sheet':
      return `https://${EDITORS}/spreadsheets/d/${id}/edit${link.gid === null ? '' : `?gid=${link.gid}`}`;
    case 'slides':
      return `https://${EDITORS}/presentation/d/${id}/edit`;
    case 'published_document':
      return `https://${EDITORS}/document/d/e/${id}/pub`;
    case 'published_sheet':
      return `https://${EDITORS}/spreadsheets/d/e/${id}/pub${link.gid === null ? '' : `?gid=${link.gid}`}`;
    case 'drive_file':
      return `https://${DRIVE}/file/d/${id}/view`;
  }
}

function ofEditor(url: URL): GoogleLink | 'unsupported' | undefined {
  const [editor, ...rest] = dropAccount(url.pathname.split('/').filter((part) => part !== ''));
  if (editor === 'forms') return 'unsupported';
  const isPublished = rest[0] === 'd' && rest[1] === 'e';
  const id = isPublished ? rest[2] : rest[1];
  if (rest[0] !== 'd' || id === undefined || !ID.test(id)) return undefined;
  if (editor === 'document')
    return isPublished ? { kind: 'published_document', id } : { kind: 'document', id, tab: parameter(url, 'tab', TAB) };
  if (editor === 'spreadsheets')
    return { kind: isPublished ? 'published_sheet' : 'sheet', id, gid: parameter(url, 'gid', GID) };
  return editor === 'presentation' && !isPublished ? { kind: 'slides', id } : undefined;
}

/** `/a/{domain}/` before the editor and `/u/{number}/` behind it say who is signed in, which nobody is here. */
function dropAccount(parts: string[]): string[] {
  const ofDomain = parts[0] === 'a' ? parts.slice(2) : parts;
  return ofDomain[1] === 'u' ? [ofDomain[0] ?? '', ...ofDomain.slice(3)] : ofDomain;
}

function ofDrive(url: URL): GoogleLink | 'unsupported' | undefined {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (parts[0] === 'drive') return 'unsupported';
  const id = parts[0] === 'file' && parts[1] === 'd' ? parts[2] : url.searchParams.get('id');
  const isFile = parts[0] === 'file' || parts[0] === 'open' || parts[0] === 'uc';
  return isFile && typeof id === 'string' && ID.test(id) ? { kind: 'drive_file', id } : undefined;
}

/** From the query, then from the fragment: both are in use. */
function parameter(url: URL, name: string, pattern: RegExp): string | null {
  const value = url.searchParams.get(name) ?? new URLSearchParams(url.hash.slice(1)).get(name);
  return value !== null && pattern.test(value) ? value : null;
}
