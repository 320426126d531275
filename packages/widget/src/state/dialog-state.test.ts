import type { WidgetMessage } from '@otvet/contract';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../protocol/read-event.ts';
import { buildMessage } from '../testing/build-message.ts';
import {
  applyEvent,
  countUnread,
  type DialogState,
  initialDialogState,
  markAccepted,
  mergeOutbox,
} from './dialog-state.ts';
import { newItem } from './outbox.ts';

const message = (own: Partial<WidgetMessage> & { seq: number }): ServerEvent => ({
  name: 'message',
  data: buildMessage(own),
});
const play = (events: ServerEvent[], from: DialogState = initialDialogState) => events.reduce(applyEvent, from);
const textsOf = (state: DialogState) => state.messages.map(({ text }) => text);

describe('events of the server', () => {
  it('risk: events come doubled and out of order. Any order of any repeats gives the same list', () => {
    const events = [
      message({ seq: 1 }),
      message({ seq: 2 }),
      message({ seq: 3, from: 'operator' }),
      message({ seq: 2, version: 4, text: 'edited' }),
      message({ seq: 5 }),
    ];
    const wanted = play(events);
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (let round = 0; round < 200; round += 1) {
      const shuffled = [...events, ...events.filter(() => random() < 0.5)].sort(() => random() - 0.5);
      expect(play(shuffled)).toEqual(wanted);
    }
    expect(textsOf(wanted)).toEqual(['text 1', 'edited', 'text 3', 'text 5']);
    expect(wanted.version).toBe(5);
  });

  it('a canceled message stays away, also when its old form is repeated', () => {
    const removed: ServerEvent = { name: 'removed', data: { id: 'm1', version: 3 } };
    expect(textsOf(play([message({ seq: 1 }), removed, message({ seq: 1 })]))).toEqual([]);
    expect(textsOf(play([removed, message({ seq: 1, version: 4 })]))).toEqual(['text 1']);
  });

  it('ready moves the place on, never back; typing ends with the answer and not with the own message', () => {
    const state = play([
      message({ seq: 9 }),
      { name: 'ready', data: { version: 4 } },
      { name: 'typing', data: { name: 'Анна' } },
    ]);
    expect([state.version, state.isReady, state.typing]).toEqual([9, true, { name: 'Анна' }]);
    expect(play([message({ seq: 10, from: 'visitor' })], state).typing).toEqual({ name: 'Анна' });
    expect(play([message({ seq: 10 })], state).typing).toBeNull();
  });

  it('unread are answers after the last one seen', () => {
    const state = play([
      message({ seq: 1 }),
      message({ seq: 2, from: 'visitor' }),
      message({ seq: 3, from: 'operator' }),
    ]);
    expect(countUnread(state)).toBe(2);
    expect(countUnread({ ...state, readSeq: 1 })).toBe(1);
    expect(countUnread({ ...state, readSeq: 3 })).toBe(0);
  });
});

describe('messages on their way out', () => {
  const item = (clientId: string, now: number) =>
    newItem({ clientId, kind: 'text', text: clientId, name: '' }, { now, others: [] });

  it('risk: a sent message is shown twice. Its echo takes its place, before or after the answer of the call', () => {
    const waiting = mergeOutbox(initialDialogState, [item('a', 1)]);
    const echo = message({ seq: 1, from: 'visitor', clientId: 'a', text: 'a' });
    const echoLast = applyEvent(markAccepted(waiting, 'a'), echo);
    const echoFirst = markAccepted(applyEvent(waiting, echo), 'a');
    for (const state of [echoLast, echoFirst]) expect([textsOf(state), state.outbox]).toEqual([['a'], []]);
    expect(mergeOutbox(echoFirst, [item('a', 1)]).outbox).toEqual([]);
  });

  it('accepted and not yet echoed stays shown when the storage no longer has it', () => {
    const accepted = markAccepted(mergeOutbox(initialDialogState, [item('a', 1), item('b', 2)]), 'a');
    const merged = mergeOutbox(accepted, [item('b', 2), item('c', 3)]);
    expect(merged.outbox.map(({ clientId, state }) => [clientId, state])).toEqual([
      ['a', 'accepted'],
      ['b', 'waiting'],
      ['c', 'waiting'],
    ]);
  });
});
