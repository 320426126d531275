import { hashPassword as hashScrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { renewHash } from '../identity-store.ts';
import { GOOD_PASSWORD, type Identity, startIdentity } from '../testing/start-identity.ts';
import { hashPassword, isOutdated, PASSWORD_COST, verifyPassword } from './hash-password.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server', passwordCost: PASSWORD_COST });
});
afterAll(() => identity.close());

const storedOf = async (userId: string): Promise<string> =>
  (await identity.pool.query('select password from auth_account where user_id = $1', [userId])).rows[0]?.password;
const store = (userId: string, hash: string) =>
  identity.pool.query('update auth_account set password = $2 where user_id = $1', [userId, hash]);
const signIn = (email: string, password: string, device?: unknown) =>
  identity.call('POST', '/api/auth/sign-in/email', { body: { email, password, ...(device ? { device } : {}) } });

describe('a hash', () => {
  it('tells its method and cost, is salted, and verifies its own password alone', async () => {
    const hash = () => hashPassword('пять зелёных чашек', PASSWORD_COST);
    const [one, two] = await Promise.all([hash(), hash()]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    // Typed on another system: ё as two characters.
    const decomposed = 'пять зелёных чашек'.normalize('NFD');
    expect(await verifyPassword({ hash: one, password: decomposed })).toBe(true);
    expect(await verifyPassword({ hash: one, password: 'пять зеленых чашек' })).toBe(false);
    expect(isOutdated(one, PASSWORD_COST)).toBe(false);
  });

  it('is verified at the cost it names, and an unreadable or monstrous one never', async () => {
    const known = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    // The test vector of the reference implementation: https://github.com/P-H-C/phc-winner-argon2 (test.c, read 2026-11-22).
    expect(await verifyPassword({ hash: known, password: 'password' })).toBe(true);
    expect(isOutdated(known, PASSWORD_COST)).toBe(true);
    for (const hash of ['$argon2id$', known.replace('m=256', 'm=9999999'), known.replace('t=2', 't=999'), '$2b$12$x'])
      expect(await verifyPassword({ hash, password: 'password' })).toBe(false);
  });

  it('hashing passwords leaves the event loop free', async () => {
    const { email } = await identity.signUp();
    const whole = process.cpuUsage();
    const own = process.threadCpuUsage();
    await Promise.all(Array.from({ length: 16 }, () => signIn(email, 'wrong password')));
    const { user: wholeUser } = process.cpuUsage(whole);
    const { user: ownUser } = process.threadCpuUsage(own);
    // Work of the processor, not time: what else runs on the machine does not count.
    expect(ownUser / wholeUser).toBeLessThan(0.5);
  });
});

describe('a hash of the former method', () => {
  it('is renewed at the next good sign-in, and known devices stay known', async () => {
    const { email, uid } = await identity.signUp();
    const former = await hashScrypt(GOOD_PASSWORD);
    await store(uid, former);
    const { device } = (await signIn(email, GOOD_PASSWORD)).body;
    await waitUntil(async () => (await storedOf(uid)).startsWith('$argon2id$'));
    for (let index = 0; index < 10; index += 1) await signIn(email, 'wrong password');
    expect((await signIn(email, GOOD_PASSWORD)).status).toBe(429);
    expect((await signIn(email, GOOD_PASSWORD, device)).status).toBe(200);
  });

  it('stays as it is when the password was wrong', async () => {
    const { email, uid } = await identity.signUp();
    const former = await hashScrypt(GOOD_PASSWORD);
    await store(uid, former);
    expect((await signIn(email, 'wrong password')).status).toBe(400);
    expect(await storedOf(uid)).toBe(former);
  });

  it('risk: it is renewed in place of a password that was set meanwhile', async () => {
    const { uid } = await identity.signUp();
    const newer = await storedOf(uid);
    await renewHash.run(identity.pool, { userId: uid, formerHash: await hashScrypt(GOOD_PASSWORD), hash: 'renewed' });
    expect(await storedOf(uid)).toBe(newer);
    await renewHash.run(identity.pool, { userId: uid, formerHash: newer, hash: 'renewed' });
    expect(await storedOf(uid)).toBe('renewed');
  });

  it('risk: two sign-ins at once and a new password meanwhile: the renewed hash undoes the change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email, uid, sessionToken } = await identity.signUp();
      const bearer = await identity.accessToken(sessionToken);
      await store(uid, await hashScrypt(GOOD_PASSWORD));
      const body = { currentPassword: GOOD_PASSWORD, newPassword: 'four green tables' };
      const [changed] = await Promise.all([
        identity.call('POST', '/api/v1/account/change-password/', { bearer, body }),
        signIn(email, GOOD_PASSWORD),
        signIn(email, GOOD_PASSWORD),
      ]);
      expect(changed.status).toBe(200);
      expect((await signIn(email, 'four green tables')).status).toBe(200);
      expect((await signIn(email, GOOD_PASSWORD)).status).toBe(400);
    }
  });
});
