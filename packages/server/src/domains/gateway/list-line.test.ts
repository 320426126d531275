import { describe, expect, it } from 'vitest';
import { useHeldChats } from './testing/use-held-chats.ts';

describe.each(['server', 'embedded'] as const)('risk: the list shows what is no longer in the dialog (%s)', (kind) => {
  const chats = useHeldChats(kind);
  const { clock, parts, place, ask, edit, remove, startHeldChat, endHold, claimDespiteHold } = chats;
  const lineOf = async (chatId: number) => {
    const { lastAuthor, text } = await chats.chatOf(chatId);
    return `${lastAuthor}: ${text}`;
  };

  it('the only question is deleted while its answer waits', async () => {
    const chatId = await startHeldChat();
    const question = await ask(chatId, 'secret');
    await remove(chatId, question);
    expect(await lineOf(chatId)).toBe('customer: ');
  });

  it('a later question is deleted while its answer waits', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'one');
    const second = await ask(chatId, 'secret');
    await remove(chatId, second);
    expect(await lineOf(chatId)).toBe('assistant: re: one');
  });

  it('a message without an answer is deleted', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'one');
    await endHold();
    await parts.core.dialogs.pause(place(chatId));
    const second = await ask(chatId, 'secret');
    await remove(chatId, second);
    expect(await lineOf(chatId)).toBe('assistant: re: one');
  });

  it('a withdrawn answer leaves the line as it was before it', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, ` long\n ${'x'.repeat(200)} `);
    await parts.core.dialogs.pause(place(chatId));
    expect(await lineOf(chatId)).toBe(`customer: long ${'x'.repeat(135)}…`);
  });

  it('an answer whose send fails after a person took the dialog', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'one');
    const claimed = await claimDespiteHold(chatId);
    await parts.core.dialogs.pause(place(chatId));
    const failed = { state: 'retry' as const, reason: 'network', vendorId: null, sentParts: [], retryAt: clock.now() };
    await parts.core.dialogs.recordDelivery(claimed, { ...failed, channel: null });
    expect(await lineOf(chatId)).toBe('customer: one');
  });

  it('that a person was called says nothing: the words of the customer stay', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'one');
    await endHold();
    const unknown = await ask(chatId, 'unknown');
    expect(await lineOf(chatId)).toBe('customer: unknown');
    const last = (await chats.messagesOf(chatId)).at(-1);
    expect([last?.text, last?.decision]).toEqual(['A person comes', 'hand-over']);
    // Read again after a change, by what is stored.
    await edit(chatId, unknown, 'unknown?');
    expect(await lineOf(chatId)).toBe('customer: unknown?');
    // The dialog waits on: what is left of the customer's words.
    await remove(chatId, unknown);
    expect(await lineOf(chatId)).toBe('customer: one');
  });

  it('who waits for a person is shown with his own words, whatever we said since', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'earlier');
    const asked = await ask(chatId, ` how?\n ${'x'.repeat(200)} `);
    const claimed = await claimDespiteHold(chatId);
    expect(await lineOf(chatId)).toMatch(/^assistant: re:/);
    const refused = { state: 'rejected' as const, reason: 'refused', vendorId: null, sentParts: [], retryAt: null };
    await parts.core.dialogs.recordDelivery(claimed, { ...refused, channel: null });
    expect((await chats.chatOf(chatId)).speaker).toBe('waiting');
    expect(await lineOf(chatId)).toBe(`customer: how? ${'x'.repeat(135)}…`);
    await remove(chatId, asked);
    expect(await lineOf(chatId)).toBe('customer: earlier');
  });

  it('a courtesy of ours says nothing; where nothing else is left it is shown', async () => {
    const chatId = await startHeldChat();
    await endHold();
    const thanks = await ask(chatId, 'thanks');
    expect(await lineOf(chatId)).toBe('customer: thanks');
    await remove(chatId, thanks);
    expect(await lineOf(chatId)).toBe('assistant: You are welcome');
  });

  it('an edit of the newest message that is left, and of an earlier one', async () => {
    const chatId = await startHeldChat();
    await ask(chatId, 'hello');
    await parts.core.dialogs.pause(place(chatId));
    const first = await ask(chatId, 'one');
    const second = await ask(chatId, 'two');
    await edit(chatId, first, 'uno');
    expect(await lineOf(chatId)).toBe('customer: two');
    await remove(chatId, second);
    await edit(chatId, first, 'un');
    expect(await lineOf(chatId)).toBe('customer: un');
  });
});
