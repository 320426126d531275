import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleMemory } from '../testing/chaos/sample-memory.ts';
import { type ServerProcess, startServerProcess } from '../testing/chaos/start-server-process.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { buildHostilePictures, type HostilePicture } from '../testing/hostile-pictures.ts';
import { createPreparedPlace, type DatabasePlace } from '../testing/start-test-database.ts';

const PICTURES = 80;
const NETWORKS = 8;
const WARM_UP = 6;
const WARM_UP_SIGN_INS = 100;
const MAX_GROWTH_MB = 200;
/** Of the middle one: a busy machine delays one or another, pictures that hold sign-ins up delay most of them. */
const MAX_SIGN_IN_SECONDS = 1;
const PERSON = { email: 'owner@example.com', password: 'correct horse 9' };
const withToken = z.object({ token: z.string() });

type Rush = {
  name: string;
  peak: number;
  signIns: number[];
  seconds: number;
  statuses: Record<number, number>;
};
type Call = { path: string; network: string; token?: string; body?: object | FormData };

function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;
}

describe.skipIf(process.platform !== 'linux').each(['server'] as const)('pictures of strangers: %s', (kind) => {
  let server: ServerProcess;
  let store: DatabasePlace;
  let channelId = '';
  let pictures: HostilePicture[] = [];
  let count = 0;
  let sampled: ReturnType<typeof sampleMemory>;

  async function call({ path, network, token, body }: Call): Promise<{ status: number; body: unknown }> {
    const isForm = body instanceof FormData;
    const response = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': network,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  beforeAll(async () => {
    pictures = await buildHostilePictures();
    store = await createPreparedPlace(kind);
    server = startServerProcess({
      port: await findFreePort(),
      dataDir: store.dataDir,
      databaseUrl: store.databaseUrl,
      environment: { TRUSTED_PROXIES: 'loopback' },
    });
    await server.ready;
    sampled = sampleMemory(server.pid);
    const body = { ...PERSON, name: 'Анна', privacyAccepted: true };
    const registered = await call({ path: '/api/v1/mailer/send-register/', network: '10.0.0.1', body });
    const { sessionToken } = z.object({ sessionToken: z.string() }).parse(registered.body);
    const identity = await call({ path: '/api/auth/token', network: '10.0.0.1', token: sessionToken });
    const { token } = withToken.parse(identity.body);
    const made = await call({
      path: '/api/v1/connect/widget/',
      network: '10.0.0.1',
      token,
      body: { name: 'Витрина' },
    });
    channelId = z.object({ id: z.string() }).parse(made.body).id;
  });
  afterAll(async () => {
    await server.kill('all');
    await store.drop();
  });

  /** Seconds of a sign-in from a network where nobody does harm. */
  async function signIn(): Promise<number> {
    count += 1;
    const begin = performance.now();
    const network = `10.1.${Math.floor(count / 50)}.1`;
    const { status } = await call({ path: '/api/auth/sign-in/email', network, body: PERSON });
    if (status !== 200) throw new Error(`The sign-in gave ${status}`);
    return (performance.now() - begin) / 1000;
  }

  async function sendPicture(picture: HostilePicture, network: string): Promise<number> {
    const started = await call({ path: `/widget/${channelId}/start`, network, body: { token: null, locale: 'ru' } });
    const { token } = withToken.parse(started.body);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(picture.bytes)], 'photo.jpg'));
    return (await call({ path: `/widget/${channelId}/images?clientId=${randomUUID()}`, network, token, body: form }))
      .status;
  }

  /** As many as an attacker has sockets for, of a few visitors in some networks; sign-ins go on meanwhile. */
  async function rush(picture: HostilePicture, network: string): Promise<Rush> {
    sampled.restart();
    const begin = performance.now();
    let isOver = false;
    const sending = Promise.all(
      Array.from({ length: PICTURES }, (_, at) => sendPicture(picture, `${network}.${1 + (at % NETWORKS)}`)),
    ).finally(() => {
      isOver = true;
    });
    const signIns: number[] = [await signIn()];
    while (!isOver) signIns.push(await signIn());
    const statuses: Record<number, number> = {};
    for (const status of await sending) statuses[status] = (statuses[status] ?? 0) + 1;
    return {
      name: picture.name,
      peak: sampled.peak(),
      signIns,
      seconds: (performance.now() - begin) / 1000,
      statuses,
    };
  }

  it(`${PICTURES} at once of each kind cost little memory and hold nobody up`, { timeout: 900_000 }, async () => {
    // As heavy as the photo of a phone after a messenger, and harmless.
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000000', noise } })
      .png()
      .toBuffer();
    // A server that was just started grows by any work: its level is that of one in use.
    for (let round = 0; round < WARM_UP_SIGN_INS; round += 1) await signIn();
    for (let round = 0; round < WARM_UP; round += 1) await rush({ name: 'photo', bytes: photo }, `10.3.${round}`);
    const level = sampled.ownPeak();
    expect(level).toBeGreaterThan(50);
    const rushes: Rush[] = [];
    for (const [at, picture] of pictures.entries()) rushes.push(await rush(picture, `10.2.${at}`));
    sampled.stop();
    for (const { name, peak, signIns, seconds, statuses } of rushes)
      console.log(
        `${kind}, ${name}: ${(peak - level).toFixed(0)} MB more, sign-in p95 ${percentile(signIns, 0.95).toFixed(2)} s of ${signIns.length}, ${seconds.toFixed(1)} s, ${JSON.stringify(statuses)}`,
      );
    const growth = Math.max(...rushes.map(({ peak }) => peak)) - level;
    const waits = rushes.flatMap(({ signIns }) => signIns);
    console.log(
      `${kind}, ${PICTURES} hostile pictures of each of ${rushes.length} kinds: from ${level.toFixed(0)} MB at most ${growth.toFixed(0)} MB more, sign-in p50 ${percentile(waits, 0.5).toFixed(2)} s, p95 ${percentile(waits, 0.95).toFixed(2)} s of ${waits.length}`,
    );
    expect(server.isRunning(), server.output()).toBe(true);
    expect(rushes.filter(({ statuses }) => Object.keys(statuses).some((status) => Number(status) >= 500))).toEqual([]);
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
    expect(percentile(waits, 0.5)).toBeLessThan(MAX_SIGN_IN_SECONDS);
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
  });
});
