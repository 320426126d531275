import { expect, it } from 'vitest';
import { buildMessage } from '../testing/build-dialog.ts';
import { foldLines, lineFoldOf } from './fold-lines.ts';

const silent = (seq: number) => buildMessage({ seq, silence: 'handed_over' });
const line = (seq: number, reason: string) => buildMessage({ seq, author: 'system', reason, text: '' });
const closed: ReadonlySet<string> = new Set();

/** The fold of each message, in short. */
function foldsOf(messages: ReturnType<typeof buildMessage>[], opened = closed) {
  const runs = foldLines(messages);
  return messages.map(({ id }) => {
    const fold = lineFoldOf(id, { runs, opened });
    return 'count' in fold ? `${fold.kind} ${fold.count}` : fold.kind;
  });
}

it('equal lines in a row are one line with their number, under the last of them', () => {
  expect(foldsOf([silent(1), silent(2), silent(3)])).toEqual(['hidden', 'hidden', 'folded 3']);
  expect(foldsOf([line(1, 'came_back'), line(2, 'came_back')])).toEqual(['hidden', 'folded 2']);
});

it('a line of its own is left alone', () => {
  const answer = buildMessage({ seq: 2, author: 'assistant', decision: 'answer' });
  expect(foldsOf([silent(1), answer, silent(3)])).toEqual(['single', 'single', 'single']);
  expect(foldsOf([silent(1), buildMessage({ seq: 2, silence: 'not_known' })])).toEqual(['single', 'single']);
  expect(foldsOf([buildMessage({ seq: 1 }), buildMessage({ seq: 2 })])).toEqual(['single', 'single']);
  expect(foldsOf([line(1, 'taken_over'), line(2, 'handed_back')])).toEqual(['single', 'single']);
});

it('lines of two days stay under their days', () => {
  const later = { ...silent(3), createdAt: new Date(1_700_000_000_000 + 3 * 86_400_000).toISOString() };
  expect(foldsOf([silent(1), silent(2), later])).toEqual(['hidden', 'folded 2', 'single']);
});

it('an open run shows each line, and stays open when messages come or older ones are loaded', () => {
  const opened = new Set(['message-2', 'message-3']);
  expect(foldsOf([silent(2), silent(3)], opened)).toEqual(['single', 'opened 2']);
  expect(foldsOf([silent(1), silent(2), silent(3), silent(4)], opened)).toEqual([
    'single',
    'single',
    'single',
    'opened 4',
  ]);
});
