import { speakers } from '@otvet/contract';
import { expect, it } from 'vitest';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { buildChat } from '../testing/build-dialog.ts';
import { canTake, dialogChips, speakerChip } from './speaker-state.ts';

const t: Translate = (key) => key;
const now = new Date('2026-01-01T10:00:00.000Z');

it.each(speakers)('the row of a dialog says first who speaks, in the words of its card: %s', (speaker) => {
  for (const lastAuthor of ['customer', 'assistant', 'operator'] as const) {
    const chat = buildChat({ speaker, lastAuthor, unreadCount: 0, isTriggered: true });
    const [first, ...others] = dialogChips({ chat, now, me: 'me', t, isUnsent: false });
    expect(first).toEqual(speakerChip({ chat, now, me: 'me', t }));
    expect(others.map(({ text }) => text)).toEqual(['dialogs.task_done']);
  }
});

const named: Translate = (key, params = {}) => `${key} ${String(params.name ?? '')}`.trim();
const read = (chat: Parameters<typeof buildChat>[0]) =>
  dialogChips({ chat: buildChat(chat), now, me: 'me', t: named, isUnsent: false }).map(({ text }) => text);

it.each(speakers)('risk: "the assistant answers" stands on who cannot be reached: %s', (speaker) => {
  const chips = read({ speaker, isUnreachable: true, unreachableReason: 'customer_blocked' });
  const why = speaker === 'banned' ? 'dialogs.speaker.banned' : 'dialogs.unreachable.customer_blocked';
  expect(chips).toEqual([why]);
});

it('says which colleague has a dialog, answered or waiting', () => {
  const takenBy = { id: 'other', name: 'Олег' };
  expect(read({ speaker: 'operator', takenBy })).toEqual(['dialogs.speaker.colleague Олег']);
  expect(read({ speaker: 'waiting', takenBy })).toEqual(['dialogs.speaker.waiting', 'dialogs.taken_by Олег']);
  expect(read({ speaker: 'operator', takenBy: { id: 'me', name: 'Анна' } })).toEqual(['dialogs.speaker.you']);
  expect(read({ speaker: 'waiting', takenBy: { id: 'me', name: 'Анна' } })).toEqual(['dialogs.speaker.waiting']);
  expect(read({ speaker: 'operator', takenBy: { id: 'other', name: ' ' } })).toEqual(['dialogs.speaker.operator']);
  expect(read({ speaker: 'operator' })).toEqual(['dialogs.speaker.operator']);
});

it('risk: nobody sees from the list that the customer did not get a reply', () => {
  const takenBy = { id: 'me', name: 'Анна' };
  expect(read({ speaker: 'operator', takenBy, undelivered: 'undelivered' })).toEqual([
    'dialogs.speaker.you',
    'dialogs.failure.undelivered',
  ]);
  expect(read({ speaker: 'waiting', undelivered: 'unconfirmed' })).toEqual([
    'dialogs.speaker.waiting',
    'dialogs.failure.unconfirmed',
  ]);
});

it('a reply that has not gone stands right behind who speaks', () => {
  const chips = dialogChips({ chat: buildChat({ isTriggered: true }), now, me: 'me', t, isUnsent: true });
  expect(chips.map(({ text }) => text)).toEqual([
    'dialogs.speaker.assistant',
    'dialogs.failure.unsent',
    'dialogs.task_done',
  ]);
});

it('risk: a dialog that cannot be answered is offered to be taken', () => {
  const gone = (unreachableReason: string) => buildChat({ isUnreachable: true, unreachableReason });
  expect([canTake(buildChat()), canTake(gone('customer_blocked'))]).toEqual([true, false]);
  const reasons = ['customer_blocked', 'customer_gone', 'chat_not_found', 'group_deleted', 'something_new'];
  expect(
    reasons.map((reason) => dialogChips({ chat: gone(reason), now, me: 'me', t, isUnsent: false })[0]?.text),
  ).toEqual([
    'dialogs.unreachable.customer_blocked',
    'dialogs.unreachable.customer_gone',
    'dialogs.unreachable.chat_gone',
    'dialogs.unreachable.chat_gone',
    'dialogs.unreachable.short',
  ]);
});
