/** What each part of a pattern may match, as short texts: `\d` as `1`, a class by its first member, letters as they are. */
const SHORTHANDS: Record<string, string> = {
  d: '1',
  w: 'a',
  s: ' ',
  S: 'x',
  D: 'x',
  W: '-',
  n: '\n',
  t: '\t',
  b: '',
  B: '',
};
const PART =
  /\\p\{[^}]*\}|\\u[0-9a-f]{4}|\\(.)|\[\^?((?:\\.|[^\]\\])*)\]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[()|*+?^$]|([^\\])/giu;

/** Runs of literal text and members of classes, in order; an alternative ends a run. */
function readFragments(source: string): string[] {
  const fragments: string[] = [];
  let run = '';
  for (const [part, escaped, members, literal] of source.matchAll(PART)) {
    const text = literal ?? (escaped === undefined ? undefined : (SHORTHANDS[escaped] ?? escaped));
    if (text !== undefined && text.length === 1) run += text;
    if (text !== undefined && !/^\\[dwsDWSnt]$/.test(part)) continue;
    if (run !== '') fragments.push(run);
    run = '';
    if (members !== undefined) fragments.push(...membersOf(part, members));
    if (/^\\p/i.test(part)) fragments.push(part.startsWith('\\P') ? '-' : 'я');
  }
  return [...new Set([...fragments, run])].filter((fragment) => fragment !== '');
}

/** The first member of a class, and one that is no part of a word: a pattern may begin anew after it. */
function membersOf(part: string, members: string): string[] {
  if (part.startsWith('[^')) return ['x'];
  const [first = 'x', second = ''] = members;
  const member = first === '\\' ? (SHORTHANDS[second] ?? (second === 'p' ? 'я' : second)) : first;
  const sign = /(?<!\\)[-.,:;/@+]/.exec(members.slice(1))?.[0];
  return sign === undefined ? [member] : [member, sign];
}

/** An end that most patterns do not expect, so that what was matched so far has to be given back. */
const UNEXPECTED = '\u0000';
/** Ends that satisfy a pattern which looks ahead before it begins, and stop it later. */
const LATE_ENDS = ['=&', '.\u0000', '@\u0000'];

/**
 * Texts of `length` characters that make a pattern search in vain as often as it can: every fragment of it repeated,
 * alone, after each other one, and together with it.
 */
export function attackTexts(pattern: RegExp, length: number): string[] {
  const fragments = readFragments(pattern.source).slice(0, MAX_FRAGMENTS);
  const repeat = (text: string) => text.repeat(Math.ceil(length / Math.max(1, text.length))).slice(0, length);
  const pairs = fragments.flatMap((first) => fragments.map((second) => ({ first, second })));
  return [
    ...fragments.map((fragment) => repeat(fragment) + UNEXPECTED),
    ...pairs.flatMap(({ first, second }) => LATE_ENDS.map((end) => first + repeat(second) + end)),
    ...pairs.flatMap(({ first, second }) => [first + repeat(second) + UNEXPECTED, repeat(first + second) + UNEXPECTED]),
    repeat(fragments.join('')) + UNEXPECTED,
  ];
}

const MAX_FRAGMENTS = 8;
