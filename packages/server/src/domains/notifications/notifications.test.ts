import { afterEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { readNewestMails } from '../../platform/mail/mail-folder.ts';
import { buildAccount, buildTelegramChannel, type Core, meetCustomer, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { Notice } from './index.ts';
import { confirmAddress } from './testing/confirm-address.ts';

const HOUR_MS = 3_600_000;
const CHAT = 4100;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

async function startShop(kind: 'server' | 'embedded' = 'server') {
  const clock = createTestClock();
  const core = await startCore({ kind, clock });
  open.push(core);
  const accountId = await buildAccount(core);
  const { channelId: id, bot } = await buildTelegramChannel(core, accountId);
  let expected = 0;
  return {
    core,
    clock,
    accountId,
    id,
    bot,
    /** What happened to the channel, until those who listen have heard of it. */
    async mark(reason: string | null) {
      await core.channels.mark({ accountId, id, reason });
      expected += 1;
      await waitUntil(async () => (await countHandled(core, accountId)) >= expected);
    },
    /** The mails that went out, oldest first. */
    async mails(count: number) {
      const { dataDir } = core.database;
      await waitUntil(async () => (await readNewestMails({ dataDir, count: 100 })).length >= count);
      return (await readNewestMails({ dataDir, count: 100 })).toReversed();
    },
    tell: (notice: Partial<Notice>) => tell(core, { accountId, ...notice }),
  };
}

async function countHandled({ pool }: Core, accountId: string): Promise<number> {
  const { rows } = await pool.query(
    "select 1 from handled_events where account_id = $1 and subscriber = 'notifications.tell-channel-life'",
    [accountId],
  );
  return rows.length;
}

function tell(core: Core, notice: Pick<Notice, 'accountId'> & Partial<Notice>): Promise<void> {
  const complete = {
    kind: 'channel_repaired',
    key: 'k',
    to: [],
    values: () => ({ type: 'T' }),
    path: '/app/',
    ...notice,
  } as const;
  return withTransaction(core.pool, (tx) => core.notifications.notify(complete, tx));
}

async function rowsOf({ pool }: Core, accountId: string) {
  const { rows } = await pool.query(
    'select way, receiver, status, last_error, content from notifications where account_id = $1 order by created_at, id',
    [accountId],
  );
  return rows;
}

describe.each(['server', 'embedded'] as const)('one mail for one incident (%s)', (kind) => {
  it('tells the owner once, whatever happens to the channel until it works, and when that took long', async () => {
    const { core, clock, id, mark, mails, accountId } = await startShop(kind);
    await mark('token_revoked');
    await mark('webhook_conflict');
    clock.advance(10 * 60_000);
    // Not for long: it is the same incident that goes on.
    await mark(null);
    clock.advance(10 * 60_000);
    await mark('token_revoked');
    expect(await mails(1)).toMatchObject([
      { subject: 'Канал Telegram перестал работать', link: `http://localhost/app/channels/telegram/${id}/` },
    ]);
    clock.advance(HOUR_MS);
    await mark(null);
    expect((await mails(2)).map(({ subject }) => subject)).toEqual([
      'Канал Telegram перестал работать',
      'Канал Telegram снова работает',
    ]);
    // The next one is news again.
    clock.advance(60_000);
    await mark('token_revoked');
    expect(await mails(3)).toHaveLength(3);
    expect(await rowsOf(core, accountId)).toMatchObject(
      Array(3).fill({ way: 'email', status: 'mailed', content: null }),
    );
  });
});

it('the address that the channel has for news is told as well', async () => {
  const { core, accountId, id, mark, mails } = await startShop();
  await confirmAddress(core, accountId, 'boss@shop.example');
  const update = { notificationEmail: 'boss@shop.example' };
  await core.channels.update({ accountId, type: 'telegram', id, update });
  await mark('token_revoked');
  const owner = await core.accounts.ownerOf(accountId, core.pool);
  expect((await mails(2)).map(({ to }) => to).sort()).toEqual([owner?.to, 'boss@shop.example'].sort());
});

it('each receiver is told once, however often the news come; the address of the owner is one receiver', async () => {
  const { core, accountId, tell, mails } = await startShop();
  await confirmAddress(core, accountId, 'boss@shop.example');
  const owner = await core.accounts.ownerOf(accountId, core.pool);
  const to = [
    { way: 'owner' },
    { way: 'email', address: owner?.to.toUpperCase() ?? '' },
    { way: 'email', address: 'boss@shop.example' },
  ] as const;
  await tell({ to });
  await tell({ to });
  await tell({ to: [{ way: 'email', address: 'Boss@shop.example' }], key: 'k' });
  expect((await mails(2)).map((mail) => mail.to).sort()).toEqual(['boss@shop.example', owner?.to].sort());
  expect(await rowsOf(core, accountId)).toHaveLength(2);
});

it('what is rolled back is not told', async () => {
  const { core, accountId } = await startShop();
  const notice = { accountId, kind: 'channel_repaired', key: 'k', to: [{ way: 'owner' }], path: '/' } as const;
  const lost = withTransaction(core.pool, async (tx) => {
    await core.notifications.notify(notice, tx);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  expect(await rowsOf(core, accountId)).toEqual([]);
});

it('a chat is told through the account’s own channel, once, and keeps no text after it', async () => {
  const { core, accountId, bot, tell } = await startShop();
  meetCustomer(core, bot, CHAT);
  const to = [{ way: 'chat', chatId: String(CHAT) }] as const;
  await tell({ to, personal: { channel: 'Витрина' } });
  await tell({ to, personal: { channel: 'Витрина' } });
  const isSettled = async () => (await rowsOf(core, accountId)).every(({ status }) => status !== 'queued');
  await waitUntil(isSettled);
  expect(await rowsOf(core, accountId)).toEqual([
    { way: 'chat', receiver: String(CHAT), status: 'sent', last_error: null, content: null },
  ]);
  const written = core.telegram.ledger.messages.filter(
    ({ message }) => message.chat.id === CHAT && message.from?.is_bot,
  );
  expect(written.map(({ message }) => message.text)).toEqual([
    expect.stringContaining('Канал T снова работает\n\nКанал: Витрина\n'),
  ]);
});

it('a chat that never wrote to the bot fails with its reason', async () => {
  const { core, accountId, tell } = await startShop();
  await tell({ to: [{ way: 'chat', chatId: '999000' }] });
  await waitUntil(async () => (await rowsOf(core, accountId))[0]?.status === 'failed');
  expect(await rowsOf(core, accountId)).toMatchObject([{ last_error: 'chat_not_found', content: null }]);
});
