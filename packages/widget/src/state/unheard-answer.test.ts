import { expect, it } from 'vitest';
import { buildMessage } from '../testing/build-message.ts';
import { type DialogState, initialDialogState } from './dialog-state.ts';
import { newItem } from './outbox.ts';
import { createUnheard, lastAnswer } from './unheard-answer.ts';

const CLIENT_ID = '0192f0c1-0000-7000-8000-000000000001';

const said = (seq: number) => buildMessage({ seq, from: 'visitor', clientId: CLIENT_ID });
const state = (own: Partial<DialogState>): DialogState => ({ ...initialDialogState, ...own });

/** The number of the answer that is read out. */
function open() {
  const takeUnheard = createUnheard();
  return (shown: DialogState) => {
    return takeUnheard(shown) ? lastAnswer(shown)?.seq : undefined;
  };
}

it('a new answer is read out once; what was there when the window was opened is not', () => {
  const read = open();
  const messages = [buildMessage({ seq: 1 })];
  expect(read(state({ messages }))).toBeUndefined();
  expect(read(state({ messages, isReady: true }))).toBeUndefined();
  const grown = state({ messages: [...messages, said(2), buildMessage({ seq: 3 })], isReady: true });
  expect(read(grown)).toBe(3);
  expect(read(grown)).toBeUndefined();
});

it('risk: the answer to what was written before the window was ready comes with what is known, and is not read out', () => {
  const read = open();
  const draft = { clientId: CLIENT_ID, kind: 'text' as const, text: 'Позовите человека', name: '' };
  const item = newItem(draft, { now: 1, others: [] });
  read(state({ outbox: [item] }));
  const messages = [buildMessage({ seq: 1 }), said(2), buildMessage({ seq: 3 })];
  expect(read(state({ messages }))).toBeUndefined();
  expect(read(state({ messages, isReady: true }))).toBe(3);
});

it('risk: after a conversation that was begun anew nothing is read out until it is as long as the one before', () => {
  const read = open();
  const messages = [buildMessage({ seq: 1 }), said(2), buildMessage({ seq: 3 })];
  expect(read(state({ messages, isReady: true }))).toBeUndefined();
  expect(read(state({ isReady: true }))).toBeUndefined();
  expect(read(state({ messages: [buildMessage({ seq: 1 })], isReady: true }))).toBe(1);
});

it('an own message that stands in front of a known answer makes no news of it', () => {
  const read = open();
  const messages = [said(1), buildMessage({ seq: 2 })];
  expect(read(state({ messages, isReady: true }))).toBeUndefined();
});
