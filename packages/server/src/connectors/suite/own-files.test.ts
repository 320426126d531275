import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import type { OutboundMessage, SendOutcome } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from './build-connector-input.ts';
import { type ConnectorSample, loadSample } from './connector-sample.ts';
import { suiteConnectors } from './suite-connectors.ts';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

/* A file of ours that a platform does not take: whichever call fails, people hear why, and another try doubles nothing. */

const pushed = Object.values(suiteConnectors).filter(
  ({ descriptor, session }) => descriptor.delivery === 'push' && !session,
);

const texts = (['ru', 'en'] as const).map((locale) => {
  const file = new URL(`../../../../contract/src/texts/${locale}/dialogs.json`, import.meta.url);
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
});

const page = (status: number): VendorAnswer => ({ status, body: `<html><h1>${status}</h1></html>` });
const faults: Record<string, VendorAnswer> = {
  'a page that says that the file is too large': page(413),
  'a refusal of the type': page(415),
  'a bad request': { status: 400, body: {} },
  'an address for uploads that has expired': page(410),
  'a failure inside': page(500),
  'a broken connection': 'drop',
};

/** Pauses between two parts of a message are over at once. */
const hasty: Clock = {
  ...systemClock,
  after: (_ms, callback) => {
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};

type Content = Pick<OutboundMessage, 'photos' | 'files' | 'text' | 'isTextFirst'>;

describe.each(pushed)('$type', (connector) => {
  let vendor: VendorServer;
  let sample: ConnectorSample;
  beforeAll(async () => {
    vendor = await startVendorServer();
    sample = await loadSample(connector.type);
  });
  afterAll(() => vendor.close());

  const { outbound } = connector.descriptor;
  const contents: [string, Content][] = [
    ['two photos', { text: 'Вот такие', photos: [buildPhoto(), buildPhoto()], files: [] }],
    ['an answer and its photo', { text: 'Вот такие', photos: [buildPhoto()], files: [], isTextFirst: true }],
    ...(outbound.files ? [['a file', { text: 'Прайс', photos: [], files: [buildFile()] }] as [string, Content]] : []),
  ];

  /** One try; `failing`: which call gets which answer. Gives what the calls that the platform took put before the customer. */
  async function send(content: Content, sentParts: string[], failing?: { at: number; answer: VendorAnswer }) {
    const calls: VendorRequest[] = [];
    const taken: VendorRequest[] = [];
    vendor.answerWith((request) => {
      calls.push(request);
      if (failing && calls.length - 1 === failing.at) return failing.answer;
      // What is only asked for puts nothing before anybody.
      if (request.method !== 'GET') taken.push(request);
      return sample.accept(request);
    });
    const io = { ...makeIo({ vendorUrls: { [sample.vendorUrlKey]: vendor.url } }), clock: hasty };
    const message = buildMessage({ chatId: sample.chatId, ...content, sentParts });
    const outcome = await connector.send(message, sample.channel, io);
    return { outcome, calls, delivered: await Promise.all(taken.map((request) => sample.read(request))) };
  }

  const bytesOf = ({ photos, files }: Content) => Promise.all([...photos, ...files].map((file) => file.read()));

  function requireWords(outcome: SendOutcome, at: string): void {
    const reason = 'reason' in outcome ? outcome.reason : '';
    for (const words of texts) expect(words, `${at}: ${reason}`).toHaveProperty([`dialogs.delivery.reason.${reason}`]);
  }

  describe.each(contents)('%s', (_name, content) => {
    it.each(Object.entries(faults))(
      '%s, at whichever call: said in words, and sent once at the next try',
      async (name, answer) => {
        const { calls } = await send(content, []);
        const bytes = await bytesOf(content);
        for (const [at, { path, body }] of calls.entries()) {
          const where = `${name} at call ${at}: ${path}`;
          const first = await send(content, [], { at, answer });
          // Another way round was found within the try, such as a photo that went as a file.
          if (first.outcome.kind !== 'sent') requireWords(first.outcome, where);
          const carries = bytes.some((one) => body.includes(one));
          if (name.includes('too large') && carries)
            expect(first.outcome, where).toMatchObject({ kind: 'rejected', reason: 'file_too_large' });
          // Only a person repeats what may have arrived.
          if (first.outcome.kind === 'unknown') continue;
          const second = first.outcome.kind === 'sent' ? undefined : await send(content, first.outcome.sentParts);
          const delivered = [...first.delivered, ...(second?.delivered ?? [])];
          expect((second ?? first).outcome.kind, where).toBe('sent');
          expect(delivered.map(({ text }) => text).join(''), where).toBe(content.text);
          if (content.isTextFirst) expect(delivered.find(({ text }) => text !== '')?.photos, where).toBe(0);
          const count = delivered.reduce((sum, { photos, files }) => sum + photos + files, 0);
          expect(count, where).toBe(content.photos.length + content.files.length);
        }
      },
    );
  });
});
