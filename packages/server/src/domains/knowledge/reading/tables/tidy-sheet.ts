import { refuseDocument } from '../refuse-document.ts';

/** Of all parts of a workbook: the library makes an object for each column that one of them describes. */
const MAX_DESCRIBED_COLUMNS = 1_000_000;
const COLUMN = /<((?:\w+:)?)col\b([^<>]*?)(\/?)>/g;
const MIN = /\bmin\s*=\s*["'](\d+)["']/;
const MAX = /\bmax\s*=\s*["'](\d+)["']/;
const LAST_COLUMN = 16_384;

/**
 * Gives a function for each part of a workbook that may be a sheet: without what a few bytes say of millions of cells. Links
 * are nothing to read, and the library makes each cell that one of them goes over; columns are of use as far as there are
 * cells, and only where they are hidden. Throws DocumentRefusedError.
 */
export function createTidySheet(): (bytes: Buffer) => Buffer {
  let described = 0;
  return (bytes) => {
    if (!bytes.includes('hyperlink ') && !bytes.includes('col ')) return bytes;
    const text = bytes.toString('latin1');
    let last: number | undefined;
    const tidied = text
      .replaceAll(/<((?:\w+:)?)hyperlink\b/g, '<$1leftOut')
      .replaceAll(COLUMN, (_, prefix: string, attributes: string, end: string) => {
        if (!/\bhidden\s*=/.test(attributes)) return '';
        last ??= lastColumn(text);
        const min = Math.max(1, numberIn(MIN.exec(attributes)));
        const max = Math.min(last, numberIn(MAX.exec(attributes)));
        if (min > max) return '';
        described += max - min + 1;
        if (described > MAX_DESCRIBED_COLUMNS) refuseDocument('damaged');
        const others = attributes.replaceAll(/\b(?:min|max)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
        return `<${prefix}col min="${min}" max="${max}" ${others}${end}>`;
      });
    return Buffer.from(tidied, 'latin1');
  };
}

const numberIn = (found: RegExpExecArray | null): number => Number(found?.[1] ?? 0);

/** The furthest to the right that a cell says to stand in; the last that there is, where cells do not say it. */
function lastColumn(text: string): number {
  let last = 0;
  for (const [, letters = ''] of text.matchAll(/\br\s*=\s*["']([A-Z]{1,3})\d+["']/g))
    last = Math.max(
      last,
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    );
  return last === 0 ? LAST_COLUMN : Math.min(last, LAST_COLUMN);
}
