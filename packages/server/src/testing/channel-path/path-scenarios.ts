import type { SimulatedPlatform } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { until, uploadPhoto } from '../product/build-samples.ts';
import { waitUntil } from '../wait-until.ts';
import type { ChannelPath, PathCustomer } from './open-channel-path.ts';

// What a message has to survive on its way, whatever the platform: each is a test of the file that calls it.

const attachments = z.array(z.looseObject({ type: z.string(), state: z.string(), reason: z.string().nullable() }));

/** `sent`: what the customer sends beside the four files of all platforms; `types`: what is to be shown of all of them. */
export function itTakesFiles(path: ChannelPath, { also, types }: { also?: () => void; types: string[] }): void {
  it('photo, voice, file and video arrive as files', async () => {
    const { platform, customer } = path;
    for (const attachment of ['photo', 'voice', 'file', 'video'] as const)
      platform.customerSends({ from: customer, attachment });
    also?.();
    const arrived = await until(async () => {
      const found = (await path.messages()).flatMap((message) => attachments.parse(message.attachments));
      return found.length === types.length && found.every(({ state }) => state === 'ready') ? found : undefined;
    });
    expect(arrived.map(({ type }) => type)).toEqual(types);
  });
}

/** Sends a photo with words as an operator, and gives when the platform has it. */
export async function sendPhoto(path: ChannelPath, text: string, state = 'delivered'): Promise<void> {
  const photo = await uploadPhoto(path.app, path.owner);
  const sent = await path.operatorSends({ text, urls: [photo.id] });
  expect(sent.status, sent.text).toBe(200);
  await waitUntil(async () => (await path.deliveryOf(text))?.state === state);
}

export function itSurvivesFailures(path: ChannelPath, other: PathCustomer): void {
  it('a limit, an outage and a revoked token: the channel says so, and after the repair all goes out once', async () => {
    const { platform, operatorSends, gotBy, channelNow } = path;
    platform.fail('rate-limited');
    await operatorSends({ text: 'после паузы' });
    await waitUntil(() => gotBy().includes('после паузы'));
    platform.fail('server-error');
    await operatorSends({ text: 'после сбоя' });
    await waitUntil(() => gotBy().includes('после сбоя'));
    platform.fail('revoked');
    await operatorSends({ text: 'после замены' });
    await operatorSends({ text: 'и ещё' });
    await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
    path.writes('Вы тут?', other);
    await waitUntil(async () => (await path.textsBy('customer', other)).length === 1);
    expect(gotBy()).not.toContain('после замены');
    platform.repair();
    // The periodic task may have taken the channel to look at while the key was still revoked: asked until it looks again.
    await waitUntil(async () => {
      await path.app.pool.query('update channels set next_probe_at = null where id = $1', [path.channelId]);
      await path.app.app.domains.channels.probeBroken();
      return (await channelNow()).inactiveReason === null;
    });
    await waitUntil(() => gotBy().includes('и ещё') && gotBy(other).length === 1);
    const own = ['после паузы', 'после сбоя', 'после замены', 'и ещё'];
    expect(gotBy().filter((text) => own.includes(text))).toEqual(own);
  });
}

export function itLoadsEndedLinksAgain(path: ChannelPath): void {
  it('an ended link says so at its message, and is loaded when a person asks again', async () => {
    const { platform, customer } = path;
    platform.fail('expired-media');
    platform.customerSends({ from: customer, attachment: 'photo' });
    const failed = await until(async () => {
      const last = (await path.messages()).findLast(({ author }) => author === 'customer');
      const [photo] = attachments.parse(last?.attachments ?? []);
      return last && photo?.state === 'failed' ? { id: last.id, reason: photo.reason } : undefined;
    });
    expect(failed.reason).toBe('link_expired');
    const address = `/v1/chat/retry-media/${encodeURIComponent(path.uniqueIdOf())}/${failed.id}/`;
    expect((await path.ask('POST', address, {})).status).toBe(200);
    await waitUntil(async () => {
      const message = (await path.messages()).find(({ id }) => id === failed.id);
      return attachments.parse(message?.attachments ?? [])[0]?.state === 'ready';
    });
  });
}

type Repeating = SimulatedPlatform & {
  simulator: {
    /** Every event was brought. */
    settled(): Promise<unknown>;
    /** Brings events again, in the order of the places that `order` gives of so many; gives the answers' codes. */
    redeliver(order: (count: number) => number[]): Promise<number[]>;
  };
};

/** `rows`: of the table of events, those that a customer's message makes. */
export function itKeepsOrderInAStorm(
  path: ChannelPath<Repeating>,
  { from, rows }: { from: PathCustomer; rows: () => Promise<number> },
): void {
  it('a storm of repeats in any order makes one row each and keeps the order', async () => {
    const { simulator } = path.platform;
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) path.writes(text, from);
    await simulator.settled();
    await waitUntil(async () => (await path.textsBy('customer', from)).length === asked.length);
    await waitUntil(() => path.gotBy(from).length > 0);
    await simulator.settled();
    const before = await rows();
    const shuffled = (count: number) => Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count);
    expect(new Set(await simulator.redeliver(shuffled))).toEqual(new Set([200]));
    expect(await rows()).toBe(before);
    expect(await path.textsBy('customer', from)).toEqual(asked);
  });
}
