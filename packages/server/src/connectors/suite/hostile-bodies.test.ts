import { describe, expect, it } from 'vitest';
import type { Connector } from '../port.ts';
import { plainChannel } from './build-connector-input.ts';
import { loadSample, readFixtures } from './connector-sample.ts';
import { listHostileBodies } from './hostile-bodies.ts';
import { suiteConnectors } from './suite-connectors.ts';

const TRIES = 3;
/** Of a body of the same size that says nothing. */
const MAX_TIMES = 10;
const SPARE_MS = 700;
/** Beside what came, an event holds what it needs to be read by itself. */
const BYTES_BESIDE = 500;

/** Reads a webhook, or what a connection brought, as the gateway does; gives the bytes that would be stored. */
type Read = (payload: unknown) => { allowed: number; stored: number };

async function readerOf(connector: Connector): Promise<Read> {
  if (connector.session || connector.descriptor.delivery === 'stored')
    return (payload) => {
      connector.parse(payload, plainChannel);
      return { allowed: 1, stored: 0 };
    };
  const sample = await loadSample(connector.type);
  return (payload) => {
    const request = sample.sign(payload);
    const result = connector.receive(request, sample.channel);
    const events = result.kind === 'events' ? result.events : [];
    for (const event of events) connector.parse(event.payload, sample.channel);
    const stored = events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event.payload)), 0);
    return { allowed: 1.2 * request.body.length + BYTES_BESIDE * events.length, stored };
  };
}

/** The least of a few tries: the collector may work in any one of them. */
function processorMs(work: () => void, enoughMs = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > enoughMs; attempt += 1) {
    const begin = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe.each(Object.values(suiteConnectors))('$type', (connector) => {
  it('risk: one webhook holds the process for seconds, or fills its memory', { timeout: 120_000 }, async () => {
    const read = await readerOf(connector);
    const benign = processorMs(() => read({ 'of nobody': 'word '.repeat(400_000) }));
    for (const { name, payload } of listHostileBodies(readFixtures(connector.type))) {
      const most = MAX_TIMES * benign + SPARE_MS;
      let bytes = { allowed: 0, stored: 0 };
      const spent = processorMs(() => {
        bytes = read(payload);
      }, most);
      expect(spent, name).toBeLessThan(most);
      expect(bytes.stored, name).toBeLessThanOrEqual(bytes.allowed);
    }
  });
});
