import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../testing/wait-until.ts';
import { GOOD_PASSWORD, type Identity, startIdentity, tokenOf } from './testing/start-identity.ts';

const CONNECTIONS = 150;
const TIME_LIMIT_MS = 240_000;

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server' });
});
afterAll(() => identity.close());

type Caller = { device?: unknown; from: string };
const signIn = (email: string, password: string, { device, from }: Caller) =>
  identity.call('POST', '/api/auth/sign-in/email', {
    body: { email, password, ...(device === undefined ? {} : { device }) },
    headers: { 'x-forwarded-for': from },
  });

/** Strangers that guess without a pause; every fifth comes from a new network each time, the others when theirs is refused. */
function attack(email: string) {
  let networks = 0;
  let isOver = false;
  const seen = { wrong: 0 };
  const newNetwork = () => {
    networks += 1;
    return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  };
  const guess = async (_: unknown, stranger: number) => {
    let from = newNetwork();
    while (!isOver) {
      const { status } = await signIn(email, `wrong guess ${seen.wrong}`, { from });
      if (status === 400) seen.wrong += 1;
      else if (status !== 429) throw new Error(`An attacker was answered ${status}`);
      if (status === 429 || stranger % 5 === 0) from = newNetwork();
    }
  };
  const strangers = Array.from({ length: CONNECTIONS }, guess);
  return {
    seen,
    networks: () => networks,
    end: async () => {
      isOver = true;
      await Promise.all(strangers);
    },
  };
}

it(
  'during an attack from many networks the owner signs in, from a known and a new device, and resets by mail',
  async () => {
    const { email } = await identity.signUp();
    const { device } = (await signIn(email, GOOD_PASSWORD, { from: '198.51.100.7' })).body;
    await identity.takeMails();
    const attackers = attack(email);
    await waitUntil(() => attackers.seen.wrong >= CONNECTIONS);
    /** How long it took, and how many guesses were heard meanwhile. */
    const measure = async <Result>(work: () => Promise<Result>) => {
      const [begun, before] = [performance.now(), attackers.seen.wrong];
      const result = await work();
      return { result, ms: Math.round(performance.now() - begun), guesses: attackers.seen.wrong - before };
    };

    const known = await measure(() => signIn(email, GOOD_PASSWORD, { device, from: '198.51.100.8' }));
    const unknown = await measure(() => signIn(email, GOOD_PASSWORD, { from: '198.51.100.9' }));
    const mistyped = await signIn(email, 'seven quiet riverz', { from: '198.51.100.10' });
    const retyped = await measure(() => signIn(email, GOOD_PASSWORD, { from: '198.51.100.10' }));
    const password = 'four green tables';
    const reset = await measure(async () => {
      const headers = { 'x-forwarded-for': '198.51.100.11' };
      await identity.call('POST', '/api/v1/mailer/change-password/', { body: { email }, headers });
      const token = tokenOf((await identity.takeMails())[0]?.link);
      return identity.call('POST', '/api/v1/account/reset-password/', { body: { token, password }, headers });
    });
    const afterwards = await measure(() => signIn(email, password, { from: '198.51.100.11' }));
    await attackers.end();

    const steps = { known, unknown, retyped, reset, afterwards };
    const figures = Object.entries(steps).map(
      ([name, { ms, guesses }]) => `${name} ${ms} ms (${guesses} guesses heard)`,
    );
    console.log(
      `under attack by ${CONNECTIONS} connections, ${attackers.networks()} networks, ${attackers.seen.wrong} guesses: ${figures.join(', ')}`,
    );
    expect(mistyped.status).toBe(400);
    for (const { result } of Object.values(steps)) expect(result.status).toBe(200);
    // Of one queue for all he would be behind every connection that waits; what was under way before him is heard meanwhile.
    expect(known.guesses).toBeLessThan(CONNECTIONS / 2);
    expect(unknown.guesses).toBeLessThan(CONNECTIONS);
  },
  TIME_LIMIT_MS,
);
