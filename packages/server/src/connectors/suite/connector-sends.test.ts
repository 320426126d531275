import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { ConnectorIo, OutboundMessage } from '../port.ts';
import { buildFile, buildMessage, buildPhoto, makeIo } from './build-connector-input.ts';
import { type ConnectorSample, loadSample } from './connector-sample.ts';
import { suiteConnectors } from './suite-connectors.ts';
import { startVendorServer, type VendorAnswer, type VendorServer } from './vendor-server.ts';

const pushed = Object.values(suiteConnectors).filter(
  ({ descriptor, session }) => descriptor.delivery === 'push' && !session,
);

describe.each(pushed)('$type', (connector) => {
  let vendor: VendorServer;
  let sample: ConnectorSample;
  beforeAll(async () => {
    vendor = await startVendorServer();
    sample = await loadSample(connector.type);
  });
  afterAll(() => vendor.close());

  const ioTo = (url: string, options: Partial<ConnectorIo> = {}) =>
    makeIo({ vendorUrls: { [sample.vendorUrlKey]: url }, ...options });
  const sendWith = (
    answer: (request: VendorServer['requests'][number]) => VendorAnswer,
    message: Partial<OutboundMessage>,
  ) => {
    vendor.requests.length = 0;
    vendor.answerWith(answer);
    return connector.send(buildMessage({ chatId: sample.chatId, ...message }), sample.channel, ioTo(vendor.url));
  };
  const readDelivered = () => Promise.all(vendor.requests.map((request) => sample.read(request)));

  describe('send', () => {
    it('text', async () => {
      const outcome = await sendWith(sample.accept, { text: 'Здравствуйте! <b>&"*_`' });
      expect(outcome).toMatchObject({ kind: 'sent', vendorIds: [expect.stringMatching(/./)] });
      expect(await readDelivered()).toMatchObject([{ text: 'Здравствуйте! <b>&"*_`', replyTo: null }]);
    });

    it('a text over the limit arrives whole, in order, in parts within the limit', async () => {
      const { textLimit } = connector.descriptor;
      const text = Array.from(
        { length: Math.ceil((textLimit * 2.5) / 20) },
        (_, index) => `Предложение ${index}.`,
      ).join(' ');
      const outcome = await sendWith(sample.accept, { text });
      const parts = (await readDelivered()).map((part) => part.text);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.every((part) => part.length <= textLimit)).toBe(true);
      expect(parts.join(' ')).toBe(text);
      expect(outcome).toMatchObject({ kind: 'sent', vendorIds: { length: parts.length } });
    });

    it.runIf(connector.descriptor.canReplyTo)('a reply', async () => {
      await sendWith(sample.accept, { text: 'Да', replyToVendorId: sample.replyToVendorId });
      expect(await readDelivered()).toMatchObject([{ replyTo: sample.replyToVendorId }]);
    });

    it.runIf(connector.descriptor.choices)(
      'a question back as buttons: each choice once, and none in the words',
      async () => {
        const { max = 0, labelLength = 0 } = connector.descriptor.choices ?? {};
        const labels = Array.from({ length: max }, (_, place) =>
          `${place} ${'я'.repeat(labelLength)}`.slice(0, labelLength),
        );
        const lines = labels.map((label, place) => `${place + 1}) ${label}`).join('\n');
        await sendWith(sample.accept, { text: `Вы об этом?\n${lines}`, choices: { text: 'Вы об этом?', labels } });
        expect(await readDelivered()).toMatchObject([{ text: 'Вы об этом?', labels }]);
        await sendWith(sample.accept, { text: 'Да', endsChoices: true });
        expect(await readDelivered()).toMatchObject([{ text: 'Да', labels: [] }]);
      },
    );

    it.runIf(connector.templates)('a template, in place of its words and with its values', async () => {
      const variables = [
        { name: '1', value: 'Анна' },
        { name: '2', value: '{{1}}' },
      ];
      const template = { name: 'order_ready', language: 'ru', variables };
      const outcome = await sendWith(sample.accept, { text: 'Анна, готов заказ {{1}}', template });
      expect(outcome).toMatchObject({ kind: 'sent', vendorIds: { length: 1 } });
      const [delivered, ...others] = await readDelivered();
      expect([delivered?.template, others]).toEqual([{ name: 'order_ready', values: ['Анна', '{{1}}'] }, []]);
    });

    it.each([1, connector.descriptor.outbound.photos])('%i photos with a text', async (count) => {
      await sendWith(sample.accept, { text: 'Вот', photos: Array.from({ length: count }, buildPhoto) });
      const delivered = await readDelivered();
      expect(delivered.reduce((sum, { photos }) => sum + photos, 0)).toBe(count);
      expect(delivered.map(({ text }) => text).join('')).toBe('Вот');
    });

    it.runIf(connector.descriptor.outbound.files)('files', async () => {
      await sendWith(sample.accept, { text: '', files: [buildFile(), buildFile()] });
      expect((await readDelivered()).reduce((sum, { files }) => sum + files, 0)).toBe(2);
    });

    it.runIf(connector.descriptor.canTyping)('typing', async () => {
      vendor.requests.length = 0;
      vendor.answerWith(sample.accept);
      await connector.sendTyping?.(sample.chatId, sample.channel, ioTo(vendor.url));
      expect(await readDelivered()).toMatchObject([{ isTyping: true }]);
    });

    it('parts that an earlier try delivered are not sent again', async () => {
      const text = 'слово '.repeat(Math.ceil((connector.descriptor.textLimit * 2.5) / 6));
      let calls = 0;
      const failing = (request: VendorServer['requests'][number]) => {
        calls += 1;
        return calls > 1 ? sample.refusals.rateLimited(7) : sample.accept(request);
      };
      const first = await sendWith(failing, { text });
      const sentParts = first.kind === 'retry' ? first.sentParts : [];
      expect(sentParts).toHaveLength(1);
      const before = await readDelivered();
      const second = await sendWith(sample.accept, { text, sentParts });
      const after = await readDelivered();
      expect([before[0], ...after].map((part) => part?.text).join(' ')).toBe(text.trim());
      expect(second).toMatchObject({ kind: 'sent', vendorIds: { 0: sentParts[0], length: after.length + 1 } });
    });

    it('nothing to send is refused before any call', async () => {
      expect(await sendWith(sample.accept, { text: '  ' })).toMatchObject({ kind: 'rejected' });
      expect(vendor.requests).toEqual([]);
    });
  });

  describe('failures', () => {
    const { isSendIdempotent, sendKeyMinutes } = connector.descriptor;
    const lost = isSendIdempotent && sendKeyMinutes === undefined ? 'retry' : 'unknown';

    it('401 means that the channel is broken', async () => {
      expect(await sendWith(() => sample.refusals.unauthorized, { text: 'Да' })).toMatchObject({
        kind: 'channel-broken',
      });
    });

    it('what was typed and is refused is wrong: nobody took it back', async () => {
      vendor.answerWith(() => sample.refusals.unauthorized);
      const check = connector.connect.check(sample.channel.credentials, ioTo(vendor.url));
      await expect(check).rejects.toMatchObject({ kind: 'unauthorized', reason: expect.not.stringMatching(/revoked/) });
    });

    it('429 pauses for as long as the platform says, without a guess of whose limit it is', async () => {
      const outcome = await sendWith(() => sample.refusals.rateLimited(7), { text: 'Да' });
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'unsaid', afterMs: 7000, sentParts: [] });
    });

    it.each(['chat', 'channel'] as const)(
      'a limit of the %s pauses that alone, where the platform says so',
      async (scope) => {
        const { limitOf } = sample.refusals;
        if (limitOf === undefined) return;
        const outcome = await sendWith(() => limitOf(scope), { text: 'Да' });
        expect(outcome).toMatchObject({ kind: 'retry', scope, afterMs: 7000, sentParts: [] });
      },
    );

    it.each([
      ['15', 15_000],
      [0, 0],
      [259_200, 3_600_000],
      [1e300, 3_600_000],
      [-5, null],
      ['', null],
      ['soon', null],
    ])(
      'risk: a 429 that asks for a strange pause loses the message or stops the channel: %j',
      async (seconds, afterMs) => {
        const outcome = await sendWith(() => sample.refusals.rateLimited(seconds), { text: 'Да' });
        expect(outcome).toMatchObject({ kind: 'retry', scope: 'unsaid', afterMs });
      },
    );

    it('a failure of the platform is tried again', async () => {
      const outcome = await sendWith(() => sample.refusals.serverError, { text: 'Да' });
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'message' });
    });

    it(`a page of a gateway in the platform's place (502) is ${lost}: the call may have gone through`, async () => {
      const page = { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' };
      expect(await sendWith(() => page, { text: 'Да' })).toMatchObject({ kind: lost, sentParts: [] });
    });

    it('a page that says that nobody takes calls now (503) is tried again', async () => {
      const page = { status: 503, body: '<html><h1>503 Service Unavailable</h1></html>' };
      expect(await sendWith(() => page, { text: 'Да' })).toMatchObject({ kind: 'retry', scope: 'message' });
    });

    it(`a connection that breaks after the request is ${lost}`, async () => {
      expect(await sendWith(() => 'drop', { text: 'Да' })).toMatchObject({ kind: lost, sentParts: [] });
    });

    it(`garbage with status 200 is ${lost}`, async () => {
      const outcome = await sendWith(() => ({ status: 200, body: '<html>It works!</html>' }), { text: 'Да' });
      expect(outcome).toMatchObject({ kind: lost });
    });

    it(`no answer within the deadline is ${lost}`, async () => {
      const deadlines: (() => void)[] = [];
      const clock = {
        ...systemClock,
        after: (_ms: number, callback: () => void) => {
          deadlines.push(callback);
          return () => undefined;
        },
      };
      vendor.answerWith(() => {
        for (const pass of deadlines) pass();
        return 'silence';
      });
      const message = buildMessage({ chatId: sample.chatId, text: 'Да' });
      const outcome = await connector.send(message, sample.channel, ioTo(vendor.url, { clock }));
      expect(outcome).toMatchObject({ kind: lost });
      expect(deadlines.length).toBeGreaterThan(0);
    });

    it.each(['refused', 'unknown host'])('a connection that never stood (%s) is tried again', async (fault) => {
      const url = fault === 'refused' ? await closedPort() : 'http://no-such-host.invalid';
      const message = buildMessage({ chatId: sample.chatId, text: 'Да' });
      const outcome = await connector.send(message, sample.channel, ioTo(url));
      expect(outcome).toMatchObject({ kind: 'retry', scope: 'message', sentParts: [] });
    });

    it('no secret stands in a log line, an error or an outcome', async () => {
      const lines: string[] = [];
      const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } });
      const note = (thing: unknown) => {
        lines.push(inspect(thing, { depth: 10 }));
        log.error({ error: thing, outcome: thing }, thing instanceof Error ? thing.message : 'outcome');
      };
      const { unauthorized, rateLimited, serverError } = sample.refusals;
      const refusals = [unauthorized, rateLimited(7), serverError];
      const answers: VendorAnswer[] = [...refusals, 'drop', { status: 200, body: 'garbage' }];
      const places = [
        ...answers.map(() => vendor.url),
        await closedPort(),
        'http://no-such-host.invalid',
        'not an address',
      ];
      for (const [index, url] of places.entries()) {
        vendor.answerWith(() => answers[index] ?? 'drop');
        const io = ioTo(url);
        note(await connector.send(buildMessage({ chatId: sample.chatId, text: 'Да' }), sample.channel, io));
        note(await connector.connect.check(sample.channel.credentials, io).catch((error: unknown) => error));
        note(await connector.fetchMedia?.(sample.vendorRef, sample.channel, io).catch((error: unknown) => error));
        note(await connector.profileLink?.(sample.chatId, sample.channel, io).catch((error: unknown) => error));
      }
      const text = lines.join('\n');
      for (const field of connector.secretFields) {
        const secret = sample.channel.credentials[field] ?? '';
        expect(secret).not.toBe('');
        expect(text).not.toContain(secret);
        expect(text).not.toContain(encodeURIComponent(secret));
      }
    });
  });
});

async function closedPort(): Promise<string> {
  const server = await startVendorServer();
  await server.close();
  return server.url;
}
