import type { OutboundResponse } from '../../../../platform/outbound/index.ts';
import { SourceFault } from '../source-fault.ts';

type Answer = Pick<OutboundResponse, 'headers' | 'body'>;

/** A comment may stand behind the end of an archive. */
const LOOKED_AT = 66_000;
const HAS_PAGE_END = /<\/(?:html|body)\s*>/i;
const HAS_PAGE_BEGIN = /<(?:html|body)[\s>]/i;
const PDF_END = '%%EOF';
const ARCHIVE_END = 'PK\u0005\u0006';

/**
 * An answer without a length ends with its connection, also where the host dies half way: such a one is whole where its
 * document has an end of its own. Throws SourceFault.
 */
export function requireWhole(answer: Answer, ending: string): void {
  if (isEndTold(answer) || hasEnd(answer.body, ending)) return;
  throw new SourceFault('unreachable', { isPassing: true });
}

/** A length, a last chunk or the end of what is packed: without it the answer was refused while it came. */
function isEndTold({ headers }: Answer): boolean {
  return ['content-length', 'transfer-encoding', 'content-encoding'].some((name) => headers[name] !== undefined);
}

function hasEnd(body: Buffer, ending: string): boolean {
  // In two bytes each letter of a mark has a zero beside it.
  const tail = body.subarray(-LOOKED_AT).toString('latin1').replaceAll('\u0000', '');
  switch (ending) {
    case 'html':
      return HAS_PAGE_END.test(tail) || (!HAS_PAGE_BEGIN.test(body.toString('latin1')) && tail.trimEnd().endsWith('>'));
    case 'pdf':
      return tail.includes(PDF_END);
    case 'docx':
    case 'xlsx':
      return body.subarray(-LOOKED_AT).toString('latin1').includes(ARCHIVE_END);
    case 'xls':
      // Its reader finds what is missing.
      return true;
    default:
      return /[\r\n]$/.test(tail);
  }
}
