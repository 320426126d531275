export type MarkdownStyle = 'plain' | 'marks';

/** A link, an address, code, or a run of marks; no label and no target reaches into the next link. */
const TOKENS =
  /!?\[([^[\]]*)\]\(((?:https?:\/\/|mailto:|tel:)[^\s()<>[\]]*(?:\([^\s()<>[\]]*\)[^\s()<>[\]]*)*)(?:[ \t]+"[^"[\]()]*")?\)|https?:\/\/[^\s<>*~`]+|`[^`]+`|\*+|_+|~+/giu;
const WORD = /[\p{L}\p{N}]/u;
/** What may stand before a mark that opens, and behind one that closes: inside of words and sums there are none. */
const BEFORE = /^[\s([{«„“"'*_~—–\p{So}\p{Cs}\p{Mn}]?$/u;
const BEHIND = /^[\s)\]}»”“"'*_~.,!?:;…—–\-\p{So}\p{Cs}]?$/u;
const NO_START = /^[\s)\]}»”.,!?:;…]?$/u;
const NO_END = /^[\s([{«„]?$/u;
/** Behind a number or a price one star leads to a note. */
const NOTED = /^[\p{N}\p{Sc}%]$/u;

const shortMarks = new Map<string, [string, string]>([
  ['**', ['*', '*']],
  ['__', ['*', '*']],
  ['***', ['*_', '_*']],
  ['~~', ['~', '~']],
  ['*', ['*', '*']],
  ['_', ['_', '_']],
]);

/** `place`: of its piece; `end`: where the words behind it begin. */
type Mark = { run: string; place: number; end: number };
type Sides = { before: string; behind: string };

/** Rewrites the marks of one line; those without a partner stay. */
export function convertMarks(line: string, style: MarkdownStyle): string {
  const pieces: string[] = [];
  const opened = createOpened();
  let end = 0;
  let lastWord = -1;
  for (const { 0: token, 1: label, 2: target, index } of line.matchAll(TOKENS)) {
    const between = line.slice(end, index);
    if (WORD.test(between)) lastWord = index;
    end = index + token.length;
    const sides = { before: line[index - 1] ?? '', behind: line[end] ?? '' };
    if (!shortMarks.has(token)) {
      const words = target === undefined ? convertCode(token, sides, style) : convertLink(label ?? '', target, style);
      if (WORD.test(words)) lastWord = end;
      pieces.push(between, words);
      continue;
    }
    pieces.push(between, token);
    const mark = { run: token, place: pieces.length - 1, end };
    const partner = canClose(token, sides) ? opened.take(token) : undefined;
    if (partner && lastWord >= partner.end) {
      const [first, last] = (style === 'marks' && shortMarks.get(token)) || ['', ''];
      pieces[partner.place] = first;
      pieces[mark.place] = last;
    } else if (canOpen(sides)) opened.put(mark);
    // Inside of a word: what was opened may be part of one as well.
    else opened.take(token);
  }
  return pieces.join('') + line.slice(end);
}

const canOpen = ({ before, behind }: Sides): boolean => BEFORE.test(before) && !NO_START.test(behind);

const canClose = (run: string, { before, behind }: Sides): boolean =>
  !NO_END.test(before) && BEHIND.test(behind) && !(run === '*' && NOTED.test(before));

/** Marks that wait for their partners. Who takes one drops those opened after it; nothing is looked for in vain. */
function createOpened() {
  const marks: Mark[] = [];
  const counts = new Map<string, number>();
  const count = (run: string, change: number) => counts.set(run, (counts.get(run) ?? 0) + change);
  return {
    put(mark: Mark): void {
      marks.push(mark);
      count(mark.run, 1);
    },
    take(run: string): Mark | undefined {
      if (!counts.get(run)) return undefined;
      for (;;) {
        const mark = marks.pop();
        if (mark) count(mark.run, -1);
        if (!mark || mark.run === run) return mark;
      }
    },
  };
}

/** Addresses and signs that are no marks come here too, and stay. */
function convertCode(token: string, sides: Sides, style: MarkdownStyle): string {
  const isCode = token.startsWith('`') && BEFORE.test(sides.before) && BEHIND.test(sides.behind);
  return isCode && style === 'plain' ? token.slice(1, -1) : token;
}

function convertLink(label: string, target: string, style: MarkdownStyle): string {
  const address = target.replace(/^(?:mailto|tel):/i, '');
  const words = convertMarks(label, style).trim();
  return words === '' || words === address ? address : `${words}: ${address}`;
}
