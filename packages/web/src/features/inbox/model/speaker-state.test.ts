import { speakers } from '@otvet/contract';
import { expect, it } from 'vitest';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { buildChat } from '../testing/build-dialog.ts';
import { dialogChips, speakerChip } from './speaker-state.ts';

const t: Translate = (key) => key;
const now = new Date('2026-01-01T10:00:00.000Z');

it.each(speakers)('the row of a dialog says first who speaks, in the words of its card: %s', (speaker) => {
  for (const lastAuthor of ['customer', 'assistant', 'operator'] as const) {
    const chat = buildChat({ speaker, lastAuthor, unreadCount: 0, isTriggered: true, isUnreachable: true });
    const [first, ...others] = dialogChips({ chat, now, t });
    expect(first).toEqual(speakerChip({ chat, now, t }));
    expect(others.map(({ text }) => text)).toEqual(['dialogs.unreachable.short', 'dialogs.task_done']);
  }
});
