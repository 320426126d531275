import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerWith, buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { ClaimedTurn, TurnDecision } from './index.ts';
import { commitTurn, commitTurns, type TurnCommit } from './turn-store.ts';

/** What is done at the same time is done by one statement: nobody may notice. */
describe.each(['server', 'embedded'] as const)('answers of many dialogs at once (%s)', (kind) => {
  let core: Core;
  let nextChat = 1;
  beforeAll(async () => {
    core = await startCore({ kind });
  });
  afterAll(() => core.close());

  async function startShop(messagesLimit: number | null = null) {
    const account = await buildAccount(core, { plan: 'starter', messagesLimit });
    const { accountId, channelId } = await buildTelegramChannel(core, account);
    async function write(): Promise<string> {
      nextChat += 1;
      const chatId = `${nextChat}`;
      const message = {
        ...{ kind: 'message' as const, chat: { id: chatId, isGroup: false, title: '' }, messageId: '1' },
        sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
        ...{ sentAt: core.clock.now(), text: `question of ${chatId}`, attachments: [], replyTo: null, albumId: null },
        ...{ isOwn: false, isAddressed: true, clientId: null },
      };
      const about = { message, silence: null, dueAt: core.clock.now(), comeBackAt: null, isMediaStored: false };
      return (await core.dialogs.receiveMessage(core.pool, { accountId, channelId, ...about }))?.dialogId ?? '';
    }
    const claim = (dialogId: string) => core.dialogs.claimTurn({ accountId, dialogId });
    const commit = (turn: ClaimedTurn | undefined, changes: Partial<TurnDecision> = {}) => {
      if (!turn) throw new Error('the turn could not be claimed');
      const decision = answerWith(`answer to ${turn.chatId}`, changes);
      return core.dialogs.commitTurn(turn, { state: 'queued', isCounted: true, sendsNow: true, decision });
    };
    const shown = async (chatId: string) => {
      const { messages } = await core.dialogs.messages({ accountId, channelId, chatId, limit: 10, offset: 0 });
      return messages.map(({ text, delivery }) => `${text}: ${delivery.state}`);
    };
    const used = async () => {
      const { rows } = await core.pool.query('select messages_used from accounts where id = $1', [accountId]);
      return rows[0].messages_used;
    };
    const dialogs = await Promise.all(Array.from({ length: 6 }, write));
    return { accountId, channelId, dialogs, claim, commit, shown, used };
  }
  type Shop = Awaited<ReturnType<typeof startShop>>;

  const sent = (vendorId: string) => ({
    ...{ state: 'sent' as const, reason: null, vendorId, sentParts: [vendorId], retryAt: null },
    channel: 'works' as const,
  });

  function toCommit(turn: ClaimedTurn | undefined): TurnCommit {
    if (!turn) throw new Error('the turn could not be claimed');
    const { accountId, dialogId, epoch, turnSeq } = turn;
    const times = { now: core.clock.now(), sharedNow: core.clock.now() };
    const answer = {
      state: 'queued' as const,
      isCounted: true,
      sender: core.nodeId,
      recordingId: null,
      decision: answerWith('answer'),
    };
    return { accountId, dialogId, epoch, turnSeq, messageId: core.newId(), ...answer, ...times };
  }

  it('each dialog gets its own answer, claim and outcome', async () => {
    const { dialogs, claim, commit, shown, used } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    expect(turns.map((turn) => turn?.turn.map(({ text }) => text))).toEqual(
      turns.map((turn) => [`question of ${turn?.chatId}`]),
    );
    expect(turns.map((turn) => turn?.dialogId)).toEqual(dialogs);
    // Taken: nobody else gets them.
    expect(await Promise.all(dialogs.map(claim))).toEqual(dialogs.map(() => undefined));
    const committed = await Promise.all(turns.map((turn) => commit(turn)));
    expect(committed.map(({ delivery }) => delivery?.text)).toEqual(turns.map((turn) => `answer to ${turn?.chatId}`));
    expect(await used()).toBe(6);
    const ends = await Promise.all(
      committed.map(({ delivery }, index) => delivery && core.dialogs.recordDelivery(delivery, sent(`v${index}`))),
    );
    expect(ends).toEqual(dialogs.map(() => ({ hasMore: false })));
    for (const turn of turns)
      expect(await shown(turn?.chatId ?? '')).toEqual([
        `question of ${turn?.chatId}: received`,
        `answer to ${turn?.chatId}: sent`,
      ]);
    const { rows } = await core.pool.query(
      'select vendor_id, sent_parts, claimed_by, claimed_until from messages where dialog_id = any($1) and vendor_id like $2 order by vendor_id',
      [dialogs, 'v%'],
    );
    const vendorIds = dialogs.map((_, index) => `v${index}`);
    expect(rows).toEqual(
      vendorIds.map((id) => ({ vendor_id: id, sent_parts: [id], claimed_by: null, claimed_until: null })),
    );
  });

  it('risk: answers of which none was written pass for commits that bring others to the disk', async () => {
    const { accountId, channelId, dialogs, claim, commit } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const taken = turns.slice(1);
    for (const turn of taken) await core.dialogs.pause({ accountId, channelId, chatId: turn?.chatId ?? '' });
    let carried = 0;
    const { lateCommits } = core.database;
    const { begin } = lateCommits;
    const watch = vi.spyOn(lateCommits, 'begin').mockImplementation(() => {
      const carry = begin();
      return () => {
        carried += 1;
        carry();
      };
    });
    await Promise.all(taken.map((turn) => commit(turn)));
    expect(carried).toBe(0);
    await commit(turns[0]);
    expect(carried).toBe(1);
    watch.mockRestore();
  });

  it('risk: only the first answer of an account is written with others, and all others by themselves', async () => {
    const { dialogs, claim, commit } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const asked = vi.spyOn(core.pool, 'query');
    await Promise.all(turns.map((turn) => commit(turn)));
    const writing = asked.mock.calls.filter(([text]) => /update dialogs/.test(String(text)));
    asked.mockRestore();
    expect(writing).toHaveLength(1);
  });

  it('risk: a person who takes one dialog meanwhile is answered over, or stops the others', async () => {
    const { accountId, channelId, dialogs, claim, commit, shown } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const taken = turns[3]?.chatId ?? '';
    await core.dialogs.pause({ accountId, channelId, chatId: taken });
    const results = await Promise.all(turns.map((turn) => commit(turn)));
    expect(results.map(({ result }) => result.kind)).toEqual(
      turns.map((turn) => (turn?.chatId === taken ? 'dropped' : 'committed')),
    );
    expect((await shown(taken)).filter((line) => line.startsWith('answer'))).toEqual([]);
  });

  it('risk: the last messages of an allowance are given out twice, or one too many', async () => {
    const { dialogs, claim, commit, used } = await startShop(4);
    const turns = await Promise.all(dialogs.map(claim));
    const results = await Promise.all(turns.map((turn) => commit(turn)));
    const kinds = results.map(({ result }) => result.kind).toSorted();
    expect(kinds).toEqual([...Array(4).fill('committed'), 'limited', 'limited']);
    expect(await used()).toBe(4);
  });

  it.each([
    ['is not active', "status = 'paused'"],
    ['has tried long enough', "plan = 'trial', current_period_end = '2020-01-01'"],
  ])('risk: answers of an account that %s are written with others', async (_name, change) => {
    const { accountId, dialogs, claim, used } = await startShop();
    const others = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const free = await Promise.all(others.dialogs.map(others.claim));
    await core.pool.query(`update accounts set ${change} where id = $1`, [accountId]);
    const ends = await commitTurns(core.pool, [...turns, ...free].map(toCommit));
    expect(ends.map((end) => end?.kind)).toEqual([...turns.map(() => undefined), ...free.map(() => 'committed')]);
    expect([await used(), await others.used()]).toEqual([0, free.length]);
    expect(await commitTurn(core.pool, toCommit(turns[0]))).toEqual({ kind: 'limited', allowance: 'plan' });
  });

  it('risk: a turn is taken by another while its caller decides again for want of an allowance', async () => {
    const { dialogs, claim, commit } = await startShop(0);
    const turn = await claim(dialogs[0] ?? '');
    expect((await commit(turn)).result.kind).toBe('limited');
    await core.pool.query("update dialogs set lease_until = '2999-01-01' where id = $1", [turn?.dialogId]);
    await core.dialogs.renewClaims();
    const { rows } = await core.pool.query(
      "select lease_until < '2999-01-01' as is_renewed from dialogs where id = $1",
      [turn?.dialogId],
    );
    expect(rows).toEqual([{ is_renewed: true }]);
  });

  it('risk: an answer that cannot be stored takes its neighbours with it', async () => {
    const { dialogs, claim, commit } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const texts = turns.map((_turn, index) => (index === 2 ? { text: 'a \0 b' } : {}));
    const ends = await Promise.allSettled(turns.map((turn, index) => commit(turn, texts[index])));
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual(turns.map((_turn, index) => index !== 2));
  });

  it('risk: a record of an answer that cannot be stored takes its neighbours with it, or its answer', async () => {
    const { dialogs, claim, commit } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const half = 'cut \ud83d \0';
    const record = { role: 'assistant', content: half, model: half, isEstimated: false, tookMs: 1 };
    const counts = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    const debug = { ...record, ...counts, keywords: [half], steps: [half], openQuestions: [half] };
    const ends = await Promise.allSettled(turns.map((turn) => commit(turn, { debug })));
    expect(ends.map(({ status }) => status)).toEqual(turns.map(() => 'fulfilled'));
  });

  it('risk: a late end of an earlier attempt is taken for the end of the one that runs', async () => {
    const { dialogs, claim, commit } = await startShop();
    const { delivery } = await commit(await claim(dialogs[0] ?? ''));
    if (!delivery) throw new Error('nothing is to be sent');
    await core.pool.query('update messages set attempt = 2 where id = $1', [delivery.messageId]);
    const attempts = [delivery, { ...delivery, attempt: 2 }];
    const ends = await Promise.all(attempts.map((attempt) => core.dialogs.recordDelivery(attempt, sent('late'))));
    // Of what is lost nothing is known: there may be more.
    expect(ends).toEqual([{ hasMore: true }, { hasMore: false }]);
  });

  it('risk: a send whose claim was lost is recorded with the others', async () => {
    const { dialogs, claim, commit, shown } = await startShop();
    const turns = await Promise.all(dialogs.map(claim));
    const deliveries = (await Promise.all(turns.map((turn) => commit(turn)))).flatMap(({ delivery }) => delivery ?? []);
    await core.pool.query("update messages set attempt = 2 where id = $1 and state = 'sending'", [
      deliveries[1]?.messageId,
    ]);
    await Promise.all(deliveries.map((delivery, index) => core.dialogs.recordDelivery(delivery, sent(`w${index}`))));
    const states = await Promise.all(turns.map((turn) => shown(turn?.chatId ?? '')));
    expect(states.map((lines) => lines.at(-1)?.split(': ')[1])).toEqual(
      turns.map((_turn, index) => (index === 1 ? 'sending' : 'sent')),
    );
  });

  it('risk: a dialog whose messages cannot be read takes the others with it, and they wait for their leases', async () => {
    const { dialogs, claim } = await startShop();
    // The claim reads the newest messages alone; this one stands above them, and belongs to the turn.
    const damaged = dialogs[2] ?? '';
    const history = `insert into messages (account_id, dialog_id, seq, id, version, place, author, text, attachments, created_at, state)
      select account_id, dialog_id, seq + n, gen_random_uuid(), 1, seq + n, author, text, '[]', created_at, state
      from messages, generate_series(1, 30) n where dialog_id = $1`;
    await core.pool.query(history, [damaged]);
    await core.pool.query("update messages set attachments = '{}' where dialog_id = $1 and seq = 1", [damaged]);
    await core.pool.query('update dialogs set turn_seq = 31, last_seq = 31 where id = $1', [damaged]);
    const before = core.clock.now();
    const ends = await Promise.allSettled(dialogs.map(claim));
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value?.dialogId : end.status))).toEqual(
      dialogs.map((id) => (id === damaged ? 'rejected' : id)),
    );
    const { rows } = await core.pool.query(
      'select id, answer_due_at > $2 as is_later from dialogs where id = any($1) and lease_until is null',
      [dialogs, before],
    );
    expect(rows).toEqual([{ id: damaged, is_later: true }]);
  });

  if (kind === 'server')
    it('risk: an account that somebody holds holds up the answers of the others', async () => {
      const shops = [await startShop(), await startShop(), await startShop()];
      const turns = await Promise.all(shops.map(({ claim, dialogs }) => Promise.all(dialogs.slice(0, 3).map(claim))));
      const holder = await core.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('select from accounts where id = $1 for update', [shops[1]?.accountId]);
        // By the statement itself: by the door each answer would go by itself once the statement had taken too long.
        const together = await commitTurns(core.pool, turns.flat().map(toCommit));
        const kinds = together.map((end) => end?.kind);
        expect(kinds).toEqual(turns.flatMap((_turns, index) => Array(3).fill(index === 1 ? undefined : 'committed')));
        const alone = Promise.all(turns[1]?.map((turn) => shops[1]?.commit(turn)) ?? []);
        await holder.query('rollback');
        expect((await alone).map((end) => end?.result.kind)).toEqual(Array(3).fill('committed'));
      } finally {
        holder.release(true);
      }
      expect(await Promise.all(shops.map(({ used }) => used()))).toEqual([3, 3, 3]);
    });

  if (kind === 'server')
    it('risk: an answer overtakes what was queued while it waited for its dialog', async () => {
      const { dialogs, claim } = await startShop();
      const turn = await claim(dialogs[0] ?? '');
      const holder = await core.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('update dialogs set last_seq = last_seq + 1 where id = $1', [turn?.dialogId]);
        const answer = toCommit(turn);
        const committed = commitTurn(core.pool, answer);
        await waitUntil(async () => {
          const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
          return (await holder.query(waiting)).rowCount === 1;
        });
        await holder.query(
          `insert into messages (account_id, dialog_id, seq, id, version, place, author, text, created_at, state)
           select account_id, id, last_seq, $2, version, last_seq, 'operator', 'sent first', now(), 'queued' from dialogs where id = $1`,
          [turn?.dialogId, core.newId()],
        );
        await holder.query('commit');
        expect(await committed).toMatchObject({ kind: 'committed', claimedUntil: null });
        const { rows } = await core.pool.query('select state, claimed_by from messages where id = $1', [
          answer.messageId,
        ]);
        expect(rows).toEqual([{ state: 'queued', claimed_by: null }]);
      } finally {
        holder.release(true);
      }
    });

  /** One session serves all connections of the embedded engine: nobody holds a row while another asks. */
  if (kind === 'server')
    it.each([
      ['claim', ({ claim, dialogs }: Shop) => dialogs.map((dialogId) => () => claim(dialogId).then(Boolean))],
      [
        'commit',
        async ({ claim, commit, dialogs }: Shop) =>
          (await Promise.all(dialogs.map(claim))).map(
            (turn) => async () => (await commit(turn)).result.kind === 'committed',
          ),
      ],
    ] as const)('risk: a dialog that somebody holds holds up the others (%s)', async (_name, prepare) => {
      const shop = await startShop();
      const works = await prepare(shop);
      const holder = await core.pool.connect();
      await holder.query('begin');
      await holder.query('select from dialogs where id = $1 for update', [shop.dialogs[2]]);
      const ends = works.map((work) => work());
      const others = ends.filter((_end, index) => index !== 2);
      expect(await Promise.all(others)).toEqual(others.map(() => true));
      await holder.query('rollback');
      holder.release();
      expect(await ends[2]).toBe(true);
    });
});
