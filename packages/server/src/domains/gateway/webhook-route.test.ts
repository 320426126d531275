import { afterEach, describe, expect, it } from 'vitest';
import type { Connector } from '../../connectors/port.ts';
import { scriptConnector } from '../../connectors/suite/script-connector.ts';
import { createHttpServer } from '../../platform/http/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { buildAccount, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

/** What `prepare` of the scripted connector makes. */
const SECRET = 's-1';
const EVENT = { id: 'e1', chat: 'c1', name: 'Анна', text: 'hello', at: 1_790_000_000_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startNode(connector: Connector, clock: ReturnType<typeof createTestClock>, beside?: Core) {
  const core = await startCore({ clock, connectors: { courier: connector }, ...(beside ? { beside } : {}) });
  const { app } = createHttpServer({
    ...{ log: core.log, newId: core.newId, metrics: createMetrics().http, publicUrl: undefined, trustedProxies: [] },
  });
  core.gateway.mountWebhooks(app);
  closing.push(
    () => core.close(),
    () => app.close(),
  );
  /** The platform calls this node. */
  const call = async (id: string, payload = SECRET) => {
    const answer = await app.inject({ method: 'POST', url: `/hooks/courier/${id}`, payload });
    return [answer.statusCode, answer.headers['retry-after']];
  };
  return { core, call };
}

/** Two nodes, and a connection that has come to its review. */
async function startNodes({ showsAddress }: { showsAddress?: true } = {}) {
  const clock = createTestClock();
  const { script, connector: scripted } = scriptConnector();
  const steps = scripted.connect.steps.map((step) =>
    step.kind === 'code' && showsAddress ? { ...step, showsAddress } : step,
  );
  const connector: Connector = {
    ...scripted,
    connect: { ...scripted.connect, steps },
    receive: (request, { credentials }) =>
      request.body.toString() === credentials.session
        ? { kind: 'events', events: [{ eventId: EVENT.id, payload: { message: EVENT } }] }
        : { kind: 'refused' },
  };
  const { core, call } = await startNode(connector, clock);
  const other = await startNode(connector, clock, core);
  const accountId = await buildAccount(core);
  const { connecting } = core.channels;
  const started = await connecting.start({ accountId, type: 'courier' });
  if (started.isDone) throw new Error('the connection is done already');
  const { id } = started.open;
  await connecting.advance({ accountId, id, input: { kind: 'fields', step: 'number', values: { phone: '+70001' } } });
  await connecting.advance({ accountId, id, input: { kind: 'code', step: 'show' } });
  script.reading = { isDone: true, values: { phone: '+70001' } };
  await connecting.poll({ accountId, id });
  const finish = () => connecting.advance({ accountId, id, input: { kind: 'review', step: 'review' } });
  const countEvents = async () => (await core.pool.query('select 1 from inbound_events')).rowCount;
  const triedAt = async () => (await core.channels.find(accountId, id))?.addressTriedAt;
  return { script, clock, id, triedAt, call, callOther: other.call, finish, countEvents };
}

describe('the address of a channel that is being connected', () => {
  it('risk: an event that comes before the channel is one is lost: the platform is asked to come again', async () => {
    const { script, id, call, finish, countEvents } = await startNodes();
    const answers: unknown[] = [];
    script.activate = async () => {
      answers.push(await call(id), await countEvents());
    };
    await finish();
    expect(answers).toEqual([[503, '5'], 0]);
    expect(await call(id)).toEqual([200, undefined]);
    expect(await countEvents()).toBe(1);
  });

  it('risk: a node that remembers the channel without its secrets refuses the platform for good', async () => {
    const { script, clock, id, callOther, finish } = await startNodes();
    expect(await callOther(id)).toEqual([401, undefined]);
    // What is remembered may serve for two seconds; a refusal reads it again.
    clock.advance(200);
    const answers: unknown[] = [];
    script.activate = async () => {
      answers.push(await callOther(id));
    };
    await finish();
    expect(answers).toEqual([[503, '5']]);
    clock.advance(200);
    expect(await callOther(id)).toEqual([503, '5']);
    clock.advance(2000);
    expect(await callOther(id)).toEqual([200, undefined]);
  });
});

it('risk: a channel counts as working before its platform used the address that its owner entered there', async () => {
  const { clock, id, triedAt, call, finish } = await startNodes({ showsAddress: true });
  await finish();
  expect(await call(id, 'forged')).toEqual([401, undefined]);
  expect(await triedAt()).toBeNull();
  await call(id);
  expect(await triedAt()).toEqual(clock.now());
  clock.advance(60_000);
  await call(id);
  expect(await triedAt()).not.toEqual(clock.now());
});

describe('a network that sends what does not verify', () => {
  it('is told to wait, while what does verify passes from the same network without limit', async () => {
    const { clock, id, call, finish } = await startNodes();
    await finish();
    const forged = async (times: number, to = id) => {
      const answers: unknown[] = [];
      for (let sent = 0; sent < times; sent += 1) answers.push((await call(to, 'forged'))[0]);
      return { refused: answers.filter((status) => status === 401 || status === 410).length, last: answers.at(-1) };
    };
    expect(await forged(400)).toEqual({ refused: 300, last: 429 });
    expect((await call(id, 'forged'))[1]).toBe('1');
    expect(await forged(1, '00000000-0000-4000-8000-000000000009')).toEqual({ refused: 0, last: 429 });
    const genuine: unknown[] = [];
    for (let sent = 0; sent < 1000; sent += 1) genuine.push((await call(id))[0]);
    expect(new Set(genuine)).toEqual(new Set([200]));
    clock.advance(60_000);
    expect(await forged(1)).toEqual({ refused: 1, last: 401 });
  });
});
