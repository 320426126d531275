import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connector, ConnectorError, type InboundAttachment, type MediaDownload } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const CHAT = 7001;
const document = (vendorRef: string): InboundAttachment => ({
  ...{ type: 'document', vendorRef, contentType: null, name: null, size: null, caption: null },
});

/** What asks for a file waits for `release`, or fails as a host does that says nothing. */
const hanging = new Set<string>();
const { promise: released, resolve: release } = Promise.withResolvers<void>();
const asked: string[] = [];

async function fetchMedia(vendorRef: string): Promise<MediaDownload> {
  asked.push(vendorRef);
  if (vendorRef.startsWith('silent')) throw new ConnectorError('retry', { reason: 'no_answer' });
  if (vendorRef.startsWith('hanging')) {
    hanging.add(vendorRef);
    await released;
    hanging.delete(vendorRef);
  }
  return { bytes: Buffer.from(vendorRef), contentType: 'text/plain', name: `${vendorRef}.txt` };
}

let core: Core;
beforeAll(async () => {
  const telegram: Connector | undefined = connectors.telegram;
  if (!telegram) throw new Error('the registry has no such connector');
  // A message whose text is "name 12" has so many files of that name.
  const parse: Connector['parse'] = (payload, channel) =>
    telegram.parse(payload, channel).map((event) => {
      if (event.kind !== 'message') return event;
      const [name = '', count = '1'] = event.text.split(' ');
      return { ...event, attachments: Array.from({ length: Number(count) }, (_, at) => document(`${name}-${at}`)) };
    });
  core = await startCore({ connectors: { ...connectors, telegram: { ...telegram, parse, fetchMedia } } });
});
afterAll(async () => {
  release();
  await core.close();
});

let number = 100;
const shop = async (): Promise<TelegramChannel> => await buildTelegramChannel(core, await buildAccount(core));
async function writes(channel: TelegramChannel, text: string): Promise<void> {
  number += 1;
  const update = buildUpdate({ updateId: number, chatId: CHAT, messageId: number, text });
  await core.gateway.acceptEvents({ ...channel, events: [update] });
  await core.idle();
}
const filesOf = async (channel: TelegramChannel) =>
  (await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 100, offset: 0 })).messages.flatMap(
    ({ attachments }) => attachments,
  );

it('risk: hosts that hang stop the files of all accounts', async () => {
  const [one, other] = [await shop(), await shop()];
  for (let at = 0; at < 12; at += 1) await writes(one, `hanging${at} 1`);
  await waitUntil(() => hanging.size === 2);
  await writes(other, 'photo 1');
  await waitUntil(async () => (await filesOf(other)).every(({ state }) => state === 'ready'));
  expect(hanging.size).toBe(2);
  release();
  await waitUntil(async () => (await filesOf(one)).every(({ state }) => state === 'ready'));
});

it('risk: a host that says nothing is asked for an hour; a person may ask again', async () => {
  const channel = await shop();
  await writes(channel, 'silent 1');
  await waitUntil(async () => {
    await core.pool.query("update jobs.job set start_after = now() where state = 'retry'");
    return (await filesOf(channel)).every(({ state }) => state === 'failed');
  });
  expect(asked.filter((ref) => ref === 'silent-0')).toHaveLength(2);
  expect(await filesOf(channel)).toMatchObject([{ state: 'failed', reason: 'no_answer' }]);
});

describe('risk: one message with thousands of files fills the queue', () => {
  it('keeps the first thirty, and says how many are left', async () => {
    const channel = await shop();
    await writes(channel, 'many 4000');
    await waitUntil(async () => (await filesOf(channel)).every(({ state }) => state !== 'loading'));
    const files = await filesOf(channel);
    expect(files).toHaveLength(limits.customerAttachments + 1);
    expect(files.slice(0, -1).every(({ state }) => state === 'ready')).toBe(true);
    expect(files.at(-1)).toMatchObject({ name: '+3970', state: 'failed', reason: 'too_many_attachments' });
    expect(asked.filter((ref) => ref.startsWith('many-'))).toHaveLength(limits.customerAttachments);
  });

  it('keeps thirty without a word', async () => {
    const channel = await shop();
    await writes(channel, `all ${limits.customerAttachments}`);
    expect(await filesOf(channel)).toHaveLength(limits.customerAttachments);
  });
});

it('risk: a text of any length is stored', async () => {
  const channel = await shop();
  await writes(channel, `none 0 ${'x'.repeat(2 * limits.customerText)}`);
  const { messages } = await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 100, offset: 0 });
  expect(messages.find(({ author }) => author === 'customer')?.text).toHaveLength(limits.customerText);
});
