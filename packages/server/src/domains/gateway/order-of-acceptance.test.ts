import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { aroundStatements } from '../../testing/around-statements.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { answerWith } from '../../testing/start-core.ts';
import type { DecideTurn } from '../assistant/answer-dialog.ts';
import type { InboundMessage } from '../dialogs/index.ts';
import { createEventStore } from './store-events.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/** Runs once, while the next answer is made. */
let meanwhile: (() => Promise<void>) | undefined;
const decideTurn: DecideTurn = async ({ turn }) => {
  const text = `re: ${turn.turn.map((message) => message.text).join(' | ')}`;
  const work = meanwhile;
  meanwhile = undefined;
  await work?.();
  return answerWith(text);
};

describe.each(['server', 'embedded'] as const)('order of acceptance, on %s', (kind) => {
  const chats = useTelegramChats({ kind, decideTurn });
  const { parts, origin, receive, update, newChat, chatOf } = chats;
  const editOf = ({ payload }: ReturnType<typeof update>, text: string, later = 5) => {
    const id = chats.nextUpdateId();
    const edited = { ...payload.message, text, edit_date: payload.message.date + later };
    return { eventId: String(id), payload: { update_id: id, edited_message: edited } };
  };
  /** Without the lines that say who has the dialog. */
  const messagesOf = async (chatId: number) =>
    (await chats.messagesOf(chatId)).filter(({ author }) => author !== 'system');
  const textsOf = async (chatId: number) =>
    (await messagesOf(chatId)).toSorted((one, other) => one.seq - other.seq).map((message) => message.text);
  /** Accepted by a process that lost its database, or that died, right after the acknowledgement. */
  const acceptOnly = async (event: ReturnType<typeof update>, chatId: number, receivedAt = parts.core.clock.now()) => {
    const times = { now: receivedAt, sweepAt: new Date(receivedAt.getTime() + 3000) };
    await createEventStore(parts.core.pool)({ ...origin(), ...times, events: [{ ...event, chatId: String(chatId) }] });
  };
  const receiveOwn = async (chatId: number, changes: Partial<InboundMessage> = {}) => {
    const id = String(chats.nextUpdateId());
    const message: InboundMessage = {
      kind: 'message',
      chat: { id: String(chatId), isGroup: false, title: '' },
      sender: { id: 'shop', name: 'Shop', firstName: '', userName: null, language: null, phone: null },
      ...{ messageId: `own-${id}`, sentAt: parts.core.clock.now(), text: 'Here is my answer', attachments: [] },
      ...{ replyTo: null, albumId: null, isOwn: true, isAddressed: true, clientId: null },
      ...changes,
    };
    await withTransaction(parts.core.pool, (db) => parts.core.dialogs.receiveOwnMessage(db, { ...origin(), message }));
  };

  it('reads what another process acknowledged before it, and answers both', async () => {
    const chatId = newChat();
    await acceptOnly(update({ chatId, messageId: 1, text: 'a' }), chatId);
    await acceptOnly(update({ chatId, messageId: 2, text: 'b' }), chatId);
    await receive([update({ chatId, messageId: 3, text: 'c' })]);
    await parts.core.idle();
    const customers = (await messagesOf(chatId)).filter(({ author }) => author === 'customer');
    expect(customers.toSorted((one, other) => one.seq - other.seq).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(customers.map(({ silence }) => silence)).toEqual([null, null, null]);
    expect((await textsOf(chatId)).filter((text) => text.startsWith('re:')).join()).toContain('c');
  });

  it('risk: another node settles the older event between two looks, and the one behind it is read by nobody', async () => {
    const chatId = newChat();
    const first = update({ chatId, messageId: 1, text: 'm1' });
    await acceptOnly(first, chatId);
    const stop = aroundStatements(parts.core.pool, async ({ text, run, ask }) => {
      if (text.includes('order by number limit 100'))
        await ask("update inbound_events set state = 'done' where event_id = $1", [first.eventId]);
      return await run();
    });
    await receive([update({ chatId, messageId: 2, text: 'm2' })]);
    await parts.core.idle();
    stop();
    expect((await textsOf(chatId)).filter((text) => text === 'm2')).toEqual(['m2']);
  });

  it('is not held up by an older event that fails by its own fault', async () => {
    const chatId = newChat();
    const broken = update({ chatId, messageId: 1, text: 'broken' });
    await acceptOnly(broken, chatId);
    await parts.core.pool.query(
      "update inbound_events set attempt = 1, next_at = now() + interval '1 minute' where event_id = $1",
      [broken.eventId],
    );
    await receive([update({ chatId, messageId: 2, text: 'fine' })]);
    await parts.core.idle();
    expect(await textsOf(chatId)).toEqual(['fine', 're: fine']);
  });

  /** One answer each at most: so many that nobody takes the two for robots. */
  const SHUFFLED = 55;
  it.each([7, 8, 9])(
    'shuffled events of one chat are all stored, in the order of the platform, and none is too late: %i',
    async (seed) => {
      const chatId = newChat();
      const random = createSeededRandom(seed);
      const ids = Array.from({ length: SHUFFLED }, (_, at) => at + 1)
        .map((id) => ({ id, at: random() }))
        .toSorted((one, other) => one.at - other.at);
      for (const [at, { id }] of ids.entries()) {
        await receive([update({ chatId, messageId: id, text: `m${id}` })]);
        if (at % 16 === 0) await parts.core.idle();
      }
      await parts.core.idle();
      const customers = (await messagesOf(chatId)).filter(({ author }) => author === 'customer');
      expect(customers.map(({ text }) => text)).toEqual(Array.from({ length: SHUFFLED }, (_, at) => `m${at + 1}`));
      expect(customers.filter(({ silence }) => silence !== null)).toEqual([]);
      const answered = (await textsOf(chatId)).filter((text) => text.startsWith('re:')).join(' | ');
      expect(ids.filter(({ id }) => !new RegExp(`\\bm${id}\\b`).test(answered))).toEqual([]);
    },
  );

  it.each([
    ['an event id with U+0000', { eventId: 'a\u0000b', chatId: undefined }],
    ['an event id of a megabyte', { eventId: 'x'.repeat(1_000_000), chatId: undefined }],
    ['a chat id of a megabyte', { eventId: undefined, chatId: 'y'.repeat(1_000_000) }],
    ['a chat id with U+0000', { eventId: undefined, chatId: 'c\u0000d' }],
  ])('%s takes no other event of its request with it', async (_name, bad) => {
    const chatId = newChat();
    const good = update({ chatId, messageId: 1, text: 'fine' });
    const odd = update({ chatId, messageId: 2, text: 'odd' });
    const oddChat = { ...odd.payload.message.chat, id: bad.chatId ?? chatId };
    const payload = { ...odd.payload, message: { ...odd.payload.message, chat: oddChat } };
    await receive([{ eventId: bad.eventId ?? odd.eventId, payload }, good]);
    await parts.core.idle();
    expect((await messagesOf(chatId)).map(({ text }) => text)).toContain('fine');
  });

  it('a question accepted long ago is not answered as if it were new: a person is called', async () => {
    const chatId = newChat();
    const question = update({ chatId, messageId: 1, text: 'old' });
    await acceptOnly(question, chatId, new Date(parts.core.clock.now().getTime() - 3 * 3_600_000));
    await parts.core.sweep();
    await parts.core.idle();
    expect(await messagesOf(chatId)).toMatchObject([{ text: 'old', silence: 'too_old' }]);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'too_old' });
  });

  describe('changes that come before their message', () => {
    it('an edit: the answer goes to the new text', async () => {
      const chatId = newChat();
      const original = update({ chatId, messageId: 1, text: 'typo' });
      await receive([editOf(original, 'newest', 9), editOf(original, 'older edit', 5)]);
      await parts.core.idle();
      await receive([original]);
      await parts.core.idle();
      expect(await textsOf(chatId)).toEqual(['newest', 're: newest']);
      expect((await messagesOf(chatId))[0]?.editedAt).not.toBeNull();
      expect(await chatOf(chatId)).toMatchObject({ text: 're: newest' });
    });

    it('a deletion: the message is stored as deleted and not answered', async () => {
      const chatId = newChat();
      const original = update({ chatId, messageId: 1, text: 'gone' });
      const event = {
        kind: 'delete' as const,
        chat: { id: String(chatId), isGroup: false, title: '' },
        messageIds: ['1'],
      };
      await withTransaction(parts.core.pool, (db) => parts.core.dialogs.applySideEvent(db, { ...origin(), event }));
      await receive([original]);
      await parts.core.idle();
      expect(await messagesOf(chatId)).toMatchObject([{ isCanceled: true, silence: 'deleted' }]);
      expect(await chatOf(chatId)).toMatchObject({ text: '', unreadCount: 0 });
    });
  });

  it('an edit while the answer is made: the answer goes to the new text', async () => {
    const chatId = newChat();
    const original = update({ chatId, messageId: 1, text: 'old words' });
    meanwhile = async () => {
      await receive([editOf(original, 'new words')]);
      await parts.core.gateway.idle();
    };
    await receive([original]);
    await parts.core.idle();
    await parts.core.sweep();
    await parts.core.idle();
    expect(await textsOf(chatId)).toEqual(['new words', 're: new words']);
  });

  describe('a person of the business answers on the platform itself', () => {
    it('the answered question joins no later turn', async () => {
      const chatId = newChat();
      meanwhile = () => receiveOwn(chatId);
      await receive([update({ chatId, messageId: 1, text: 'first' })]);
      await parts.core.idle();
      expect((await messagesOf(chatId)).map(({ author, silence }) => [author, silence])).toEqual([
        ['customer', 'operator_spoke'],
        ['operator', null],
      ]);
      await parts.core.dialogs.resume({ ...origin(), chatId: String(chatId) });
      await receive([update({ chatId, messageId: 2, text: 'second' })]);
      await parts.core.idle();
      expect((await textsOf(chatId)).at(-1)).toBe('re: second');
    });

    it('an echo without text matches no text in flight', async () => {
      const chatId = newChat();
      await receive([update({ chatId, messageId: 1, text: 'question' })]);
      await parts.core.idle();
      await parts.core.pool.query(
        "update messages set state = 'unknown', vendor_id = null, sent_parts = '{}' where author = 'assistant' and text = 're: question'",
      );
      await receiveOwn(chatId, { text: '' });
      const authors = (await messagesOf(chatId)).map(({ author, delivery }) => [author, delivery.state]);
      expect(authors).toEqual([
        ['customer', 'received'],
        ['assistant', 'unknown'],
        ['operator', 'sent'],
      ]);
    });

    it('a picture without a text in flight is recognised by an echo with an attachment, not by one with nothing', async () => {
      const chatId = newChat();
      await receive([update({ chatId, messageId: 1, text: 'show me' })]);
      await parts.core.idle();
      await parts.core.pool.query(
        "update messages set state = 'unknown', text = '', vendor_id = null, sent_parts = '{}' where author = 'assistant' and text = 're: show me'",
      );
      const states = async () =>
        (await messagesOf(chatId)).map(({ author, delivery }) => [author, delivery.state]).toSorted();
      await receiveOwn(chatId, { text: '', attachments: [] });
      const inFlight = ['assistant', 'unknown'];
      expect(await states()).toEqual([inFlight, ['customer', 'received'], ['operator', 'sent']]);
      const picture = {
        type: 'image' as const,
        vendorRef: 'p1',
        name: null,
        contentType: null,
        size: null,
        caption: null,
      };
      await receiveOwn(chatId, { text: '', attachments: [picture] });
      expect(await states()).toEqual([
        ['assistant', 'sent'],
        ['customer', 'received'],
        ['operator', 'sent'],
      ]);
    });

    it('the echo of a text in flight is recognised by its text, a short word of a person is not', async () => {
      const chatId = newChat();
      await receive([update({ chatId, messageId: 1, text: 'ok please tell me' })]);
      await parts.core.idle();
      const inFlight =
        "update messages set state = 'unknown', vendor_id = null, sent_parts = '{}' where author = 'assistant' and text = $1";
      await parts.core.pool.query(inFlight, ['re: ok please tell me']);
      await receiveOwn(chatId, { text: 'ok' });
      expect((await messagesOf(chatId)).map(({ author }) => author)).toEqual(['customer', 'assistant', 'operator']);
      await receiveOwn(chatId, { text: 're: ok please tell me' });
      expect((await messagesOf(chatId)).map(({ delivery }) => delivery.state)).toEqual(['received', 'sent', 'sent']);
    });

    it('risk: the echo confirms an answer and a person still waits to look after it', async () => {
      const chatId = newChat();
      const dialog = async () => (await parts.core.dialogs.find({ ...origin(), chatId: String(chatId) }))?.chat;
      const texts = ['the first question', 'the second question'];
      for (const [index, text] of texts.entries()) {
        await receive([update({ chatId, messageId: index + 1, text })]);
        await parts.core.idle();
      }
      await parts.core.pool.query(
        `with lost as (
            update messages set state = 'unknown', vendor_id = null, sent_parts = '{}'
            where author = 'assistant' and text = any($1) returning dialog_id
          )
          update dialogs set waiting_since = now(), hand_over_reason = 'unconfirmed' where id in (select dialog_id from lost)`,
        [texts.map((text) => `re: ${text}`)],
      );
      await receiveOwn(chatId, { text: 're: the first question' });
      expect((await dialog())?.handOverReason).toBe('unconfirmed');
      await receiveOwn(chatId, { text: 're: the second question' });
      expect(await dialog()).toMatchObject({ waitingSince: null, handOverReason: null });
    });
  });
});
