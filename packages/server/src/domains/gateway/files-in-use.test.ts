import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMessageEvent } from '../../connectors/widget/index.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const CHAT = 31;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['server', 'embedded'] as const)('files that something refers to, on the %s database', (kind) => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore({ kind });
  });
  afterAll(() => core.close());

  const save = (accountId: string) =>
    core.files.saveImage({
      accountId,
      bytes: PNG,
      name: 'a.png',
      maxBytes: 1000,
      by: { kind: 'member', userId: 'Ann' },
    });

  /** As if everything had been uploaded a day ago. */
  const age = (accountId: string) =>
    core.pool.query("update files set created_at = created_at - interval '25 hours' where account_id = $1", [
      accountId,
    ]);

  const isThere = async (accountId: string, fileId: string) =>
    (await core.files.read({ accountId, fileId })) !== undefined;

  async function openDialog() {
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    const { accountId, channelId } = channel;
    meetCustomer(core, channel.bot, CHAT);
    const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 1, text: 'Покажите' });
    await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
    await core.idle();
    const send = (fileId: string) => {
      const by = { userId: 'u1', userName: 'Anna', replyToId: null, clientId: null, state: 'sent' as const };
      return core.dialogs.send({ accountId, channelId, chatId: String(CHAT), text: '', urls: [fileId], ...by });
    };
    return { accountId, channelId, bot: channel.bot, send };
  }

  async function readAttachments(accountId: string) {
    const { rows } = await core.pool.query(
      `select item ->> 'url' as url, item ->> 'state' as state, item ->> 'reason' as reason
       from messages, jsonb_array_elements(attachments) item where account_id = $1`,
      [accountId],
    );
    return rows;
  }

  it('what people send stays, the first and the next; what they leave goes', async () => {
    const { accountId, send } = await openDialog();
    const [first, next, left] = [await save(accountId), await save(accountId), await save(accountId)];
    await send(first.id);
    await send(next.id);
    await age(accountId);
    await core.files.sweepUnattached();
    const found = await Promise.all([first, next, left].map(({ id }) => isThere(accountId, id)));
    expect(found).toEqual([true, true, false]);
    await expect(send(left.id)).rejects.toMatchObject({ code: 'dialogs.foreign_file' });
  });

  it('risk: a message that is sent while its picture is swept points to nothing', async () => {
    const { accountId, send } = await openDialog();
    const pictures = [await save(accountId), await save(accountId), await save(accountId), await save(accountId)];
    await age(accountId);
    const sent = pictures.map(({ id }) => send(id));
    const [results] = await Promise.all([Promise.allSettled(sent), core.files.sweepUnattached()]);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'dialogs.foreign_file' });
    const shown = await readAttachments(accountId);
    expect(shown).toHaveLength(results.filter(({ status }) => status === 'fulfilled').length);
    for (const { url } of shown) expect(await isThere(accountId, url)).toBe(true);
  });

  it('a logo stays, and one that was removed is refused', async () => {
    const accountId = await buildAccount(core);
    const { id } = await core.channels.connect({ accountId, type: 'widget', credentials: {} });
    const setLogo = (fileId: string) =>
      core.channels.update({ accountId, type: 'widget', id, update: { options: { customWidgetLogo: fileId } } });
    const [logo, other] = [await save(accountId), await save(accountId)];
    await setLogo(logo.id);
    await age(accountId);
    await core.files.sweepUnattached();
    expect(await isThere(accountId, logo.id)).toBe(true);
    expect(await isThere(accountId, other.id)).toBe(false);
    await expect(setLogo(other.id)).rejects.toMatchObject({ details: { 'options.customWidgetLogo': 'file' } });
    expect((await core.channels.find(accountId, id))?.options.customWidgetLogo).toBe(logo.id);
  });

  it('a logo that is given while the widget is connected stays', async () => {
    const accountId = await buildAccount(core);
    const logo = await save(accountId);
    const options = { customWidgetLogo: logo.id };
    await core.channels.connect({ accountId, type: 'widget', credentials: {}, options });
    await age(accountId);
    await core.files.sweepUnattached();
    expect(await isThere(accountId, logo.id)).toBe(true);
  });

  it('a visitor’s picture stays; one that was removed before its message shows as not loaded', async () => {
    const accountId = await buildAccount(core);
    const { id: channelId } = await core.channels.connect({ accountId, type: 'widget', credentials: {} });
    const visitor = { id: randomUUID(), locale: 'ru' as const };
    const accept = async (fileId: string) => {
      const picture = { fileId, contentType: 'image/png', name: 'a.png', size: 70 };
      const event = buildMessageEvent({ visitor, clientId: randomUUID(), text: '', picture, at: core.clock.now() });
      await core.gateway.acceptEvents({ accountId, channelId, events: [event] });
      await core.idle();
    };
    const [shown, gone] = [await save(accountId), await save(accountId)];
    await accept(shown.id);
    await age(accountId);
    await core.files.sweepUnattached();
    expect(await isThere(accountId, shown.id)).toBe(true);
    await accept(gone.id);
    expect((await readAttachments(accountId)).map(({ url, state, reason }) => [url, state, reason])).toEqual([
      [shown.id, 'ready', null],
      [null, 'failed', 'files.not_found'],
    ]);
  });

  it('a picture of a platform stays; in a full account the message says why it is missing', async () => {
    const { accountId, channelId, bot } = await openDialog();
    let updates = 1;
    const receive = async () => {
      const {
        messages: [message],
      } = core.telegram.customerSends({
        token: bot.token,
        from: { id: CHAT, firstName: 'Customer' },
        photo: {},
      });
      updates += 1;
      const event = { eventId: String(updates), payload: { update_id: updates, message } };
      const before = (await readAttachments(accountId)).filter(({ state }) => state !== 'loading').length;
      await core.gateway.acceptEvents({ accountId, channelId, events: [event] });
      await waitUntil(
        async () => (await readAttachments(accountId)).filter(({ state }) => state !== 'loading').length > before,
      );
    };
    await receive();
    await age(accountId);
    await core.files.sweepUnattached();
    const [loaded] = await readAttachments(accountId);
    expect(loaded?.state).toBe('ready');
    expect(await isThere(accountId, loaded?.url)).toBe(true);
    await core.pool.query('update file_usage set bytes = 5e9 where account_id = $1', [accountId]);
    await receive();
    expect((await readAttachments(accountId)).at(-1)).toEqual({ url: null, state: 'failed', reason: 'files.quota' });
  });
});
