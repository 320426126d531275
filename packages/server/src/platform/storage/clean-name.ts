import { cleanText } from '@otvet/contract';

const MAX_NAME = 150;
// Control characters, path separators, what Windows forbids, and marks that turn the direction of text around.
const forbidden = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069"*/:<>?\\|]/gu;

/** A file name that any system can hold and that shows as what it is; the extension follows the content. */
export function cleanName(name: string, extension: string | undefined): string {
  const last = cleanText(name.normalize('NFC')).split(/[/\\]/).pop() ?? '';
  const bare = last
    .replaceAll(forbidden, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '');
  const known = /\.([\p{L}\p{N}]{1,10})$/u.exec(bare);
  const stem = (known === null ? bare : bare.slice(0, known.index)) || 'file';
  const end = extension ?? known?.[1] ?? '';
  return `${[...stem].slice(0, MAX_NAME).join('')}${end === '' ? '' : `.${end}`}`;
}

/** `Content-Disposition` with an ASCII form and the real name, RFC 6266. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
