import type { ConnectInput } from '@otvet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorStep, QrReading } from '../../connectors/connect-port.ts';
import { ConnectorError } from '../../connectors/port.ts';
import { courierConnector } from '../../connectors/suite/courier/index.ts';
import { buildAccount, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Progress } from './connecting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the platform of this test does next. */
type Script = { reading: QrReading; told: string[]; activate: () => Promise<void> };
let script: Script;

const steps: ConnectorStep[] = [
  {
    kind: 'fields',
    name: 'number',
    fields: [
      {
        name: 'phone',
        kind: 'text',
        isRequired: true,
        maxLength: 20,
        pattern: '\\+\\d+',
        label: 'channels.field.name',
        hint: null,
        wrongForm: null,
        placeholder: null,
        isRecognisable: true,
      },
    ],
  },
  { kind: 'code', name: 'show', show: async () => 'ABCD-1234', take: async (_code, { values }) => values },
  {
    kind: 'choice',
    name: 'never',
    isNeeded: () => false,
    list: async () => [],
    take: async (_value, { values }) => values,
  },
  { kind: 'qr', name: 'scan', pollSeconds: 2, poll: async () => script.reading },
];

const connector = {
  ...courierConnector,
  environment: { urls: {}, keys: [] },
  connect: {
    steps,
    check: async ({ phone = '' }: Record<string, string>) => {
      return { identity: phone, accountName: phone, title: 'Phone', profileUrl: null, foreignWebhook: null };
    },
    prepare: async ({ credentials }: { credentials: Record<string, string> }) => ({ ...credentials, session: 's-1' }),
    activate: async ({ credentials }: { credentials: Record<string, string> }) => {
      await script.activate();
      return { ...credentials, isActive: 'yes' };
    },
    deactivate: async ({ credentials }: { credentials: Record<string, string> }) => {
      script.told.push(`left ${credentials.phone}`);
    },
  },
};

describe.each(['server', 'embedded'] as const)('connecting on the %s database', (kind) => {
  const clock = createTestClock();
  let core: Core;
  let accountId: string;
  beforeAll(async () => {
    core = await startCore({ kind, clock, connectors: { courier: connector } });
  });
  afterAll(() => core.close());
  beforeEach(async () => {
    accountId = await buildAccount(core);
    script = {
      reading: { isDone: false, content: 'qr-1', code: null, validUntil: null },
      told: [],
      activate: async () => undefined,
    };
  });

  const idOf = (progress: Progress) => (progress.isDone ? progress.channel.id : progress.open.id);
  const stepOf = (progress: Progress) => (progress.isDone ? undefined : progress.open.draft.step);
  const advance = (id: string, input: ConnectInput) => core.channels.connecting.advance({ accountId, id, input });
  const review = { kind: 'review', step: 'review' } as const;

  async function reachScan(phone: string): Promise<string> {
    const id = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    await advance(id, { kind: 'fields', step: 'number', values: { phone } });
    await advance(id, { kind: 'code', step: 'show' });
    return id;
  }

  async function reachReview(phone: string): Promise<string> {
    const id = await reachScan(phone);
    script.reading = { isDone: true, values: { phone } };
    await core.channels.connecting.poll({ accountId, id });
    return id;
  }

  it('shows a code, leaves out what is not needed, and polls a picture until it is scanned', async () => {
    const id = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    const wrong = advance(id, { kind: 'fields', step: 'number', values: { phone: '8' } });
    await expect(wrong).rejects.toMatchObject({ code: 'channels.credentials_invalid', details: { phone: 'form' } });
    const code = await advance(id, { kind: 'fields', step: 'number', values: { phone: ' +7999 ' } });
    expect(stepOf(code)).toMatchObject({ kind: 'code', shown: 'ABCD-1234' });
    expect(stepOf(await advance(id, { kind: 'code', step: 'show' }))).toMatchObject({ kind: 'qr', content: null });
    const waiting = await core.channels.connecting.poll({ accountId, id });
    expect(stepOf(waiting)).toMatchObject({ kind: 'qr', content: 'qr-1' });
    script.reading = { isDone: true, values: { phone: '+7999', key: 'k' } };
    expect(stepOf(await core.channels.connecting.poll({ accountId, id }))).toMatchObject({ kind: 'review' });
    expect(await advance(id, review)).toMatchObject({ isDone: true, channel: { id, tokenTail: null } });
    expect((await core.channels.live(id))?.self.credentials).toEqual({
      phone: '+7999',
      key: 'k',
      session: 's-1',
      isActive: 'yes',
    });
    await core.channels.unlink({ accountId, by: null, type: 'courier', id });
  });

  it('stores the credentials sealed before the platform is told, and is no channel until it has agreed', async () => {
    const id = await reachReview('+70001');
    script.activate = async () => {
      const atAddress = await core.channels.liveAtAddress(id, { isFresh: true });
      expect(atAddress).toMatchObject({
        state: 'connecting',
        self: { credentials: { phone: '+70001', session: 's-1' } },
      });
      expect(await core.channels.live(id)).toBeUndefined();
      expect(await core.channels.list(accountId)).toEqual([]);
      script.told.push('asked');
      throw new ConnectorError('retry', { reason: 'vendor_error' });
    };
    await expect(advance(id, review)).rejects.toMatchObject({ code: 'channels.vendor_unreachable' });
    expect(script.told).toEqual(['asked']);
    const { rows } = await core.pool.query('select identity, secrets, state from channels where id = $1', [id]);
    expect(rows).toEqual([{ identity: null, secrets: null, state: 'connecting' }]);
    const shown = await core.channels.connecting.find({ accountId, id });
    expect(shown).toMatchObject({ open: { draft: { fault: { reason: 'vendor_error' } } } });
  });

  it('lets one input at a time in', async () => {
    const id = await reachReview('+70002');
    script.activate = async () => {
      await expect(advance(id, review)).rejects.toMatchObject({ code: 'request.conflict' });
      script.told.push('refused the second');
    };
    expect(await advance(id, review)).toMatchObject({ isDone: true });
    expect(script.told).toEqual(['refused the second']);
    await core.channels.unlink({ accountId, by: null, type: 'courier', id });
  });

  /** As a process leaves it that dies while the platform is being told. */
  async function dieWhileTelling(phone: string): Promise<string> {
    const id = await reachReview(phone);
    const isTold = new Promise<void>((resolve) => {
      script.activate = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    void advance(id, review);
    await isTold;
    script.activate = async () => undefined;
    return id;
  }

  it('gives the account on the platform to the next owner once its claim is dead', async () => {
    await dieWhileTelling('+70003');
    const next = await reachReview('+70003');
    await expect(advance(next, review)).rejects.toMatchObject({ code: 'channels.already_connected' });
    clock.advance(MINUTE_MS * 3);
    expect(await advance(next, review)).toMatchObject({ isDone: true });
    await core.channels.unlink({ accountId, by: null, type: 'courier', id: next });
  });

  it('ends after an hour, and the platform is told where it may know of us', async () => {
    const dead = await dieWhileTelling('+70005');
    const idle = await reachScan('+70006');
    clock.advance(HOUR_MS);
    for (const id of [dead, idle])
      await expect(core.channels.connecting.find({ accountId, id })).rejects.toMatchObject({
        code: 'channels.not_found',
      });
    await core.channels.sweepConnecting();
    expect(script.told).toEqual(['left +70005']);
    const left = await core.pool.query('select id from channels where id = any($1)', [[dead, idle]]);
    expect(left.rows).toEqual([]);
  });

  it('keeps the newest ten of an owner who begins again and again', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      clock.advance(10);
      ids.push(idOf(await core.channels.connecting.start({ accountId, type: 'courier' })));
    }
    const kept = await core.channels.connecting.list(accountId);
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    await core.channels.connecting.cancel({ accountId, id: ids[11] ?? '' });
    expect(await core.channels.connecting.list(accountId)).toHaveLength(9);
  });

  it('is hidden from another account at every call', async () => {
    const id = await reachScan('+70004');
    const stranger = await buildAccount(core);
    const { connecting } = core.channels;
    const key = { accountId: stranger, id };
    const calls = [
      () => connecting.find(key),
      () => connecting.poll(key),
      () => connecting.restart(key),
      () => connecting.cancel(key),
      () => connecting.advance({ ...key, input: review }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'channels.not_found' });
    expect(stepOf(await connecting.restart({ accountId, id }))).toMatchObject({ kind: 'fields' });
  });
});
