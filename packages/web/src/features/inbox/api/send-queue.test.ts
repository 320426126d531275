import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type Outgoing, queueOutgoing } from '../model/outbox.ts';
import { createSendQueue } from './send-queue.ts';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const offline = new ApiError({ code: 'auth.network', status: 0 });
const refusal = new ApiError({ code: 'dialogs.banned', status: 409 });

const written = (clientId: string, createdAt = NOW.toISOString()): Outgoing => ({
  ...{ clientId, text: clientId, photos: [], replyTo: null, createdAt },
  ...{ state: 'sending', error: null },
});

/** A browser with its outboxes; `fail` says what happens to a message, `answer` lets those go that hang. */
function build(fail: (clientId: string) => Error | undefined = () => undefined) {
  const boxes = new Map<string, Outgoing[]>();
  const seen = {
    posted: [] as string[],
    arrived: [] as string[],
    retries: [] as { ms: number; then: () => void }[],
    refused: [] as string[],
    atOnce: 0,
    owner: 'anna',
    fail,
  };
  const read = (uniqueId: string) => boxes.get(uniqueId) ?? [];
  const change = (uniqueId: string, by: (outbox: Outgoing[]) => Outgoing[]) => boxes.set(uniqueId, by(read(uniqueId)));
  let posting = 0;
  const queue = createSendQueue({
    read,
    change,
    post: async (_uniqueId, { clientId }) => {
      posting += 1;
      seen.atOnce = Math.max(seen.atOnce, posting);
      seen.posted.push(clientId);
      await Promise.resolve();
      posting -= 1;
      const error = seen.fail(clientId);
      if (error !== undefined) throw error;
      seen.arrived.push(clientId);
    },
    onRefused: (uniqueId) => seen.refused.push(uniqueId),
    owner: () => seen.owner,
    now: () => NOW,
    after: (ms, then) => seen.retries.push({ ms, then }),
  });
  const write = (uniqueId: string, outgoing: Outgoing) => {
    change(uniqueId, (outbox) => queueOutgoing(outbox, outgoing));
    return queue.send(uniqueId);
  };
  const states = (uniqueId: string) => read(uniqueId).map(({ clientId, state }) => `${clientId} ${state}`);
  return { seen, queue, write, states, change };
}

it('messages written faster than they are confirmed go one at a time, in the order of writing', async () => {
  const { seen, write, states } = build();
  await Promise.all(['1', '2', '3'].map((id) => write('a', written(id))));
  expect([seen.arrived, seen.atOnce, states('a')]).toEqual([['1', '2', '3'], 1, []]);
});

it('what was written without a network waits in line and goes first, in order, before what is written later', async () => {
  const { seen, write, states } = build(() => offline);
  for (const id of ['1', '2', '3']) await write('a', written(id));
  expect(states('a')).toEqual(['1 waiting', '2 waiting', '3 waiting']);
  expect(new Set(seen.posted)).toEqual(new Set(['1']));
  seen.fail = () => undefined;
  await write('a', written('4'));
  expect(seen.arrived).toEqual(['1', '2', '3', '4']);
  expect(states('a')).toEqual([]);
});

it('it is tried again by itself after growing pauses, with one try ahead at a time', async () => {
  const { seen, queue, write } = build(() => offline);
  await write('a', written('1'));
  await queue.send('a');
  await queue.send('a');
  expect(seen.retries.map(({ ms }) => ms)).toEqual([1000, 2000, 4000]);
  // A try that another one has replaced does nothing.
  seen.retries[0]?.then();
  expect(seen.posted).toHaveLength(3);
  seen.fail = () => undefined;
  seen.retries[2]?.then();
  await expect.poll(() => seen.arrived).toEqual(['1']);
});

it('a refused message is marked and blocks nobody; only a person sends it again', async () => {
  const { seen, queue, write, states } = build((id) => (id === '1' ? refusal : undefined));
  await write('a', written('1'));
  await write('a', written('2'));
  await queue.send('a');
  expect([seen.posted, seen.arrived]).toEqual([['1', '2'], ['2']]);
  expect([states('a'), seen.refused, seen.retries]).toEqual([['1 failed'], ['a'], []]);
});

it.each([0, 401, 408, 429, 500, 502, 503])('status %s refuses no message', async (status) => {
  const { write, states } = build(() => new ApiError({ code: 'internal', status }));
  await write('a', written('1'));
  expect(states('a')).toEqual(['1 waiting']);
});

it('a dialog that waits holds up no other dialog', async () => {
  const { seen, write } = build((id) => (id === 'a1' ? offline : undefined));
  await Promise.all([write('a', written('a1')), write('b', written('b1'))]);
  expect(seen.arrived).toEqual(['b1']);
});

it('a message deleted while it was on its way stays deleted when it fails', async () => {
  const { seen, write, states, change } = build();
  seen.fail = () => {
    change('a', () => []);
    return offline;
  };
  await write('a', written('1'));
  expect(states('a')).toEqual([]);
});

it('nothing of somebody who signed out meanwhile is changed', async () => {
  const { seen, write, states } = build();
  seen.fail = () => {
    seen.owner = 'boris';
    return refusal;
  };
  await write('a', written('1'));
  expect([states('a'), seen.refused]).toEqual([['1 sending'], []]);
});

it('what has waited for more than half a day is left to a person', async () => {
  const { seen, queue, change, states } = build();
  change('a', () => [
    { ...written('old', '2026-01-01T11:00:00.000Z'), state: 'waiting' },
    { ...written('new', '2026-01-01T13:00:00.000Z'), state: 'waiting' },
  ]);
  await queue.send('a');
  expect([seen.arrived, states('a')]).toEqual([['new'], ['old failed']]);
});
