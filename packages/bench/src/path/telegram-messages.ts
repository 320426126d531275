import { KNOWN_QUESTION } from '../harness/vendor-stubs.ts';

/** Raw updates as Telegram sends them: ids rise, dialogs are as long as dialogs are. */
export function createUpdates({ firstChatId, messagesPerDialog }: { firstChatId: number; messagesPerDialog: number }) {
  let updateId = 1000;
  let nextChatId = firstChatId;
  const chats = new Map<number, { chatId: number; written: number }>();
  return {
    /** The next message of a customer; after a whole dialog a new customer takes the place. */
    next(customer: number): { chatId: number; body: string } {
      const current = chats.get(customer);
      const chat = current && current.written < messagesPerDialog ? current : { chatId: nextChatId++, written: 0 };
      chat.written += 1;
      chats.set(customer, chat);
      updateId += 1;
      const { chatId } = chat;
      const person = { id: chatId, is_bot: false, first_name: `Customer ${chatId}`, language_code: 'ru' };
      const message = {
        message_id: chat.written * 2,
        date: Math.floor(Date.now() / 1000),
        chat: { id: chatId, type: 'private', first_name: person.first_name },
        from: person,
        text: KNOWN_QUESTION,
      };
      return { chatId, body: JSON.stringify({ update_id: updateId, message }) };
    },
  };
}
