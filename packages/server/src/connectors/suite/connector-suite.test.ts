import { beforeAll, describe, expect, it } from 'vitest';
import type { Connector, ConnectorChannel, InboundEvent } from '../port.ts';
import { connectors } from '../registry.ts';
import type { SharedWebhook } from '../webhook-port.ts';
import { buildMessage, flipByte, makeIo, plainChannel } from './build-connector-input.ts';
import {
  type ConnectorSample,
  listConnectorFiles,
  listConnectorFolders,
  loadSample,
  readFixtures,
} from './connector-sample.ts';
import { forgeBodies, forgeProofs } from './forge-requests.ts';
import { suiteConnectors } from './suite-connectors.ts';

const fixedNames = 'api connect errors index parse payload send settings verify'.split(' ').map((name) => `${name}.ts`);
const expectedNames = (type: string) => [...fixedNames, 'fixtures', `${type}.test.ts`].sort();
const isAllowedExtra = (name: string) => /^session(?:-[a-z]+)?\.ts$/.test(name) || name.endsWith('.test.ts');

function checkNames({ type, names }: { type: string; names: string[] }): { missing: string[]; extra: string[] } {
  const expected = expectedNames(type);
  return {
    missing: expected.filter((name) => !names.includes(name)),
    extra: names.filter((name) => !expected.includes(name) && !isAllowedExtra(name)),
  };
}

it('every connector folder stands in the registry and the other way round', () => {
  expect(listConnectorFolders()).toEqual(Object.keys(connectors).sort());
});

it('missing and extra files of a folder are named', () => {
  const names = [...expectedNames('sample').filter((name) => name !== 'verify.ts'), 'more.ts', 'odd-case.test.ts'];
  expect(checkNames({ type: 'sample', names })).toEqual({ missing: ['verify.ts'], extra: ['more.ts'] });
});

describe.each(Object.values(suiteConnectors))('$type', (connector) => {
  it('the folder has the ten names and no other', () => {
    expect(checkNames({ type: connector.type, names: listConnectorFiles(connector.type) })).toEqual({
      missing: [],
      extra: [],
    });
  });

  it('the registry, the connector and its descriptor name the same type', () => {
    expect(suiteConnectors[connector.type]).toBe(connector);
    expect(connector.descriptor.type).toBe(connector.type);
  });

  const fixtures = readFixtures(connector.type);

  it('has fixtures', () => expect(fixtures.length).toBeGreaterThan(0));

  it.each(fixtures)('$name is read or refused by name, and the same at a second reading', async ({ payload }) => {
    const channel = await channelOf(connector);
    const events = connector.parse(payload, channel);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) if (event.kind === 'ignored') expect(event.reason).toMatch(/^[a-z][a-z_]+$/);
    expect(connector.parse(structuredClone(payload), channel)).toEqual(events);
  });

  it.each([undefined, null, 7, 'text', [], {}, { message: null }, { message: [] }].map((payload) => ({ payload })))(
    'a payload that is none is ignored, never an exception: $payload',
    ({ payload }) => {
      const events = connector.parse(payload, plainChannel);
      expect(events.map(({ kind }) => kind)).toEqual(['ignored']);
    },
  );

  it('the fixtures show what the descriptor promises', async () => {
    const channel = await channelOf(connector);
    const events = fixtures.flatMap(({ payload }) => connector.parse(payload, channel));
    const kinds = new Set(events.map(({ kind }) => kind));
    expect(kinds).toContain('message');
    expect(events.some(isGroupEvent)).toBe(connector.descriptor.canGroups);
    expect(kinds.has('edit')).toBe(connector.descriptor.canEdit);
    expect(connector.profileLink !== undefined).toBe(connector.descriptor.hasProfileLink);
    expect(connector.templates !== undefined).toBe(connector.descriptor.hasTemplates ?? false);
  });

  it('a request without proof is refused', async () => {
    const channel = await channelOf(connector);
    const emptied = Object.fromEntries(Object.keys(channel.credentials).map((name) => [name, '']));
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const request = { method, path: '', body: Buffer.from('{}'), headers: {}, query: {} };
      expect(connector.receive(request, plainChannel)).toMatchObject({ kind: 'refused' });
      expect(connector.receive(request, { ...channel, credentials: emptied })).toMatchObject({ kind: 'refused' });
    }
  });

  if (connector.session) describeSession(connector);
  else if (connector.descriptor.delivery === 'stored') describeStored(connector);
  else describePushed(connector);
});

function describeStored(connector: Connector): void {
  it('a stored message is sent without any call', async () => {
    const io = makeIo({ vendorUrls: {}, fetch: () => Promise.reject(new Error('no call is expected')) });
    const outcome = await connector.send(buildMessage({ text: 'Здравствуйте' }), plainChannel, io);
    expect(outcome.kind).toBe('sent');
  });
}

function describeSession(connector: Connector): void {
  it('nothing comes by a webhook or a pull, and a session is how it comes', () => {
    expect(connector.descriptor.inbound).toEqual(['session']);
    expect(connector.pull ?? connector.shared).toBeUndefined();
  });

  it('what is to be sent waits where no session is open', async () => {
    const outcome = await connector.send(buildMessage({ text: 'Здравствуйте' }), plainChannel, makeIo({}));
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'message', sentParts: [] });
  });
}

function describePushed(connector: Connector): void {
  let sample: ConnectorSample;
  beforeAll(async () => {
    sample = await loadSample(connector.type);
  });

  describe('receive', () => {
    it('takes a signed request and splits it, the same at a second reading', () => {
      const [fixture] = readFixtures(connector.type);
      const request = sample.sign(fixture?.payload);
      const result = connector.receive(request, sample.channel);
      expect(result).toMatchObject({ kind: 'events', events: { length: 1 } });
      expect(connector.receive(request, sample.channel)).toEqual(result);
    });

    it('refuses a changed, longer, shorter or missing byte of each proof', () => {
      const [fixture] = readFixtures(connector.type);
      const forged = forgeProofs(sample.sign(fixture?.payload));
      expect(forged.length > 0 || sample.bodyProof.kind !== 'none').toBe(true);
      for (const request of forged)
        expect(connector.receive(request, sample.channel)).toMatchObject({ kind: 'refused' });
    });

    it('refuses a changed byte wherever the body is proven', () => {
      const [fixture] = readFixtures(connector.type);
      const request = sample.sign(fixture?.payload);
      for (const body of forgeBodies(request.body, sample.bodyProof))
        expect(connector.receive({ ...request, body }, sample.channel)).toMatchObject({ kind: 'refused' });
    });

    it('refuses every proof when the secret is another one or none', () => {
      const [fixture] = readFixtures(connector.type);
      const request = sample.sign(fixture?.payload);
      for (const change of [flipByte, () => '']) {
        const credentials = Object.fromEntries(
          Object.entries(sample.channel.credentials).map(([name, value]) => [name, change(value)]),
        );
        expect(connector.receive(request, { ...sample.channel, credentials })).toMatchObject({ kind: 'refused' });
      }
    });

    it.each(['', '{', 'null', '[]', '7', '"text"', `${'['.repeat(10_000)}${']'.repeat(10_000)}`])(
      'an unreadable body makes no event (%#)',
      (body) => {
        const result = connector.receive({ ...sample.sign({}), body: Buffer.from(body) }, sample.channel);
        expect(result.kind).toBe(sample.bodyProof.kind === 'none' ? 'unreadable' : 'refused');
      },
    );
  });

  if (connector.shared) describeShared(connector, connector.shared);

  it('every promised way in is there', () => {
    expect(connector.pull !== undefined).toBe(connector.descriptor.inbound.includes('pull'));
  });
}

function describeShared(connector: Connector, shared: SharedWebhook): void {
  describe('one address for all accounts', () => {
    const [fixture] = readFixtures(connector.type);
    const load = async () => {
      const { shared: proofs } = await loadSample(connector.type);
      if (!proofs) throw new Error('The sample does not show the shared address');
      const entries = ['one', 'other'].map((identity) => ({ identity, payload: fixture?.payload }));
      return { ...proofs, request: proofs.sign(entries) };
    };

    it('events are given to the accounts that they are for', async () => {
      const { request, keys } = await load();
      const result = shared.receive(request, keys);
      expect(result).toMatchObject({
        kind: 'events',
        byIdentity: [
          { identity: 'one', events: { length: 1 } },
          { identity: 'other', events: { length: 1 } },
        ],
      });
    });

    it('a changed, missing or foreign proof is refused', async () => {
      const { request, keys, bodyProof } = await load();
      const forged = [
        ...forgeProofs(request),
        ...forgeBodies(request.body, bodyProof).map((body) => ({ ...request, body })),
        { ...request, body: Buffer.from('{}') },
      ];
      for (const one of forged) expect(shared.receive(one, keys)).toMatchObject({ kind: 'refused' });
      for (const change of [flipByte, () => '']) {
        const other = Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, change(value)]));
        expect(shared.receive(request, other)).toMatchObject({ kind: 'refused' });
      }
      expect(shared.receive(request, {})).toMatchObject({ kind: 'refused' });
    });

    it('the handshake of the address is answered to the platform alone', async () => {
      const { request, keys, challenge } = await load();
      const asked = { ...request, ...challenge.request, method: 'GET' as const, body: Buffer.alloc(0) };
      expect(shared.receive(asked, keys)).toMatchObject({ kind: 'reply', reply: { body: challenge.answer } });
      const [proof = ''] = Object.entries(asked.query).flatMap(([name, value]) =>
        Object.values(keys).includes(value) ? [name] : [],
      );
      const forged = { ...asked, query: { ...asked.query, [proof]: flipByte(asked.query[proof] ?? '') } };
      expect(shared.receive(forged, keys)).toMatchObject({ kind: 'refused' });
      expect(shared.receive({ ...asked, query: {} }, keys)).toMatchObject({ kind: 'refused' });
    });
  });
}

async function channelOf(connector: Connector): Promise<ConnectorChannel> {
  if (connector.session || connector.descriptor.delivery === 'stored') return plainChannel;
  return (await loadSample(connector.type)).channel;
}

function isGroupEvent(event: InboundEvent): boolean {
  return 'chat' in event && event.chat.isGroup;
}
