import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GOOD_PASSWORD, type Identity, startIdentity, tokenOf } from './testing/start-identity.ts';

/** How long answers are held back that must not say whether an address exists. */
const HELD_BACK_MS = 250;

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server' });
});
afterAll(() => identity.close());
// The rate of requests is a limit of its own, by network: each test comes from another one.
let network = 0;
beforeEach(async () => {
  network += 1;
  await identity.pool.query('DELETE FROM auth_attempts');
});

type Caller = { device?: unknown; from?: string };
const headersOf = ({ from }: Caller) => ({ headers: { 'x-forwarded-for': from ?? `198.51.${network}.7` } });
const signIn = (email: string, password: string, caller: Caller = {}) =>
  identity.call('POST', '/api/auth/sign-in/email', {
    body: { email, password, device: caller.device },
    ...headersOf(caller),
  });
const forgot = (email: string, caller: Caller = {}) =>
  identity.call('POST', '/api/v1/mailer/change-password/', { body: { email }, ...headersOf(caller) });
const confirmAddress = (email: string) =>
  identity.pool.query('UPDATE auth_user SET email_verified = true WHERE email = $1', [email]);
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

it('of 60 wrong passwords from one network, also in parallel, few are tried; the limit ends by itself', async () => {
  const { email } = await identity.signUp();
  const tries = await Promise.all(Array.from({ length: 60 }, (_, index) => signIn(email, `wrong password ${index}`)));
  expect(countOf(tries, 400)).toBe(10);
  const limited = await signIn(email, GOOD_PASSWORD);
  expect(limited).toMatchObject({ status: 429, body: { code: 'request.rate_limited' } });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800);
  // An address that nobody has is limited in the same way: the limit does not tell.
  const unknown = await Promise.all(Array.from({ length: 25 }, () => signIn('nobody@shop.example', 'wrong')));
  expect(countOf(unknown, 400)).toBe(10);
  identity.clock.advance(15 * 60_000 + 1);
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200);
  identity.clock.advance(-(15 * 60_000 + 1));
});

it('risk: tries that overtake each other begin their window anew', async () => {
  const { email } = await identity.signUp();
  const tries: { status: number }[] = [];
  for (let index = 0; index < 12; index += 1) {
    tries.push(await signIn(email, `wrong password ${index}`));
    identity.clock.advance(-400);
  }
  identity.clock.advance(12 * 400);
  expect(countOf(tries, 400)).toBe(10);
});

it('risk: strangers of many networks guess, and the owner still signs in, from a known device at once', async () => {
  const { email } = await identity.signUp();
  const { device } = (await signIn(email, GOOD_PASSWORD)).body;
  const strangers = Array.from({ length: 24 }, (_, index) =>
    signIn(email, `wrong password ${index}`, { from: `203.0.113.${index}` }),
  );
  await expect
    .poll(async () => (await identity.pool.query('select 1 from auth_attempts where count > 20')).rowCount)
    .toBe(1);
  const owner = await signIn(email, GOOD_PASSWORD, { device, from: '203.0.113.200' });
  expect(owner.status).toBe(200);
  // From anywhere else he waits for his turn, and is not refused.
  expect((await signIn(email, GOOD_PASSWORD, { from: '203.0.113.201' })).status).toBe(200);
  expect(countOf(await Promise.all(strangers), 400)).toBe(24);
});

it('risk: the browser where a password was set is guessed at by its own network', async () => {
  const email = 'new.browser@shop.example';
  const registration = { email, password: GOOD_PASSWORD, name: '', locale: 'ru', privacyAccepted: true };
  const registered = (await identity.call('POST', '/api/v1/mailer/send-register/', { body: registration })).body;
  const signsInDuringAttack = async (password: string, device: unknown) => {
    for (let index = 0; index < 10; index += 1) await signIn(email, 'wrong password');
    expect((await signIn(email, password)).status).toBe(429);
    expect((await signIn(email, password, { device })).status).toBe(200);
    await identity.pool.query('DELETE FROM auth_attempts');
  };
  await signsInDuringAttack(GOOD_PASSWORD, registered.device);
  const bearer = await identity.accessToken(String(registered.sessionToken));
  const body = { currentPassword: GOOD_PASSWORD, newPassword: 'nine slow rivers run' };
  const changed = (await identity.call('POST', '/api/v1/account/change-password/', { bearer, body })).body;
  await signsInDuringAttack(body.newPassword, changed.device);
  await identity.takeMails();
  await forgot(email.toUpperCase());
  const token = tokenOf((await identity.takeMails())[0]?.link);
  const fresh = { token, password: 'a wholly new secret 8' };
  const reset = (await identity.call('POST', '/api/v1/account/reset-password/', { body: fresh })).body;
  await signsInDuringAttack(fresh.password, reset.device);
  // The device of a former password is none.
  for (let index = 0; index < 10; index += 1) await signIn(email, 'wrong password');
  for (const { device } of [registered, changed])
    expect((await signIn(email, fresh.password, { device })).status).toBe(429);
});

it('risk: a device of another person and a changed one are not known', async () => {
  const { email } = await identity.signUp();
  const other = await identity.signUp();
  const { device } = (await signIn(email, GOOD_PASSWORD)).body;
  const foreign = (await signIn(other.email, GOOD_PASSWORD)).body.device;
  for (let index = 0; index < 10; index += 1) await signIn(email, 'wrong password');
  expect((await signIn(email, GOOD_PASSWORD, { device })).status).toBe(200);
  for (let index = 0; index < 10; index += 1) await signIn(email, 'wrong password');
  for (const unknown of [foreign, `1${String(device)}`, 'x', ''])
    expect((await signIn(email, GOOD_PASSWORD, { device: unknown })).status).toBe(429);
});

it('risk: who used up the tries of his own browser is still kept out of it after a reset', async () => {
  const { email } = await identity.signUp();
  const { device } = (await signIn(email, GOOD_PASSWORD)).body;
  for (let index = 0; index < 35; index += 1) await signIn(email, `wrong password ${index}`, { device });
  expect((await signIn(email, GOOD_PASSWORD, { device })).status).toBe(429);
  await identity.takeMails();
  await forgot(email);
  const token = /token=([\w-]+)/.exec((await identity.takeMails())[0]?.text ?? '')?.[1];
  const password = 'a wholly new secret 8';
  await identity.call('POST', '/api/v1/account/reset-password/', { body: { token, password }, ...headersOf({}) });
  expect((await signIn(email, password, { device })).status).toBe(200);
});

it('one address of the net cannot try everybody, and honest sign-ins do not count', async () => {
  const { email } = await identity.signUp();
  for (let round = 0; round < 22; round += 1) expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 110 }, (_, index) => signIn(`x${index}@shop.example`, 'w')));
  const tries = answers.map(({ status }) => status);
  expect(tries.filter((status) => status === 400)).toHaveLength(100);
  expect(tries.filter((status) => status === 429)).toHaveLength(10);
});

it('asking for many addresses or many mails is limited', async () => {
  const { email } = await identity.signUp();
  const checks: number[] = [];
  for (let index = 0; index < 65; index += 1)
    checks.push(
      (await identity.call('GET', `/api/v1/connect/check-email-exist?email=a${index}@b.example`, headersOf({}))).status,
    );
  expect(checks.filter((status) => status === 429)).toHaveLength(5);
  await confirmAddress(email);
  await identity.takeMails();
  const asked = await Promise.all(Array.from({ length: 8 }, () => forgot(email, { from: '203.0.113.9' })));
  expect(countOf(asked, 429)).toBe(3);
  expect(await identity.takeMails()).toHaveLength(5);
});

it('risk: strangers ask for reset links, and the owner can still reset', async () => {
  const { email } = await identity.signUp();
  await confirmAddress(email);
  await identity.takeMails();
  for (let index = 0; index < 20; index += 1) await forgot(email, { from: `203.0.113.${index}` });
  expect((await forgot(email)).status).toBe(200);
  const mails = await identity.takeMails();
  // Not a flood in his mailbox, and every one of them good.
  expect(mails).toHaveLength(10);
  const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
  const reset = await identity.call('POST', '/api/v1/account/reset-password/', {
    body: { token, password: 'a wholly new secret 7' },
  });
  expect(reset.status).toBe(200);
});

it('risk: after a reset during an attack the owner is told of a link and gets none', async () => {
  const { email } = await identity.signUp();
  await confirmAddress(email);
  const askFromManyNetworks = async () => {
    for (let index = 0; index < 20; index += 1) await forgot(email, { from: `203.0.113.${index}` });
    return identity.takeMails();
  };
  await identity.takeMails();
  const resetBy = (link: string | null | undefined, password: string) =>
    identity.call('POST', '/api/v1/account/reset-password/', { body: { token: tokenOf(link), password } });
  const [first] = await askFromManyNetworks();
  expect((await resetBy(first?.link, 'a wholly new secret 7')).status).toBe(200);
  await identity.takeMails();
  expect((await forgot(email)).status).toBe(200);
  const [again] = await identity.takeMails();
  expect((await resetBy(again?.link, 'a wholly new secret 9')).status).toBe(200);
  await identity.takeMails();
  // And when the links of a flood have grown old, one more goes out.
  await askFromManyNetworks();
  identity.clock.advance(31 * 60_000);
  await forgot(email);
  const mails = await identity.takeMails();
  identity.clock.advance(-31 * 60_000);
  expect(mails).toHaveLength(1);
});

it('risk: two networks use up the reset mails of an address', async () => {
  const { email } = await identity.signUp();
  await confirmAddress(email);
  await identity.takeMails();
  for (let index = 0; index < 10; index += 1) await forgot(email, { from: `203.0.113.${index % 2}` });
  expect(await identity.takeMails()).toHaveLength(7);
  await forgot(email);
  expect(await identity.takeMails()).toHaveLength(1);
});

it('a wrong current password is limited for one who holds a session', async () => {
  const { sessionToken } = await identity.signUp();
  const bearer = await identity.accessToken(sessionToken);
  const change = (currentPassword: string) =>
    identity.call('POST', '/api/v1/account/change-password/', {
      bearer,
      body: { currentPassword, newPassword: 'another good one' },
    });
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await change(`guess ${index}`)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await change(GOOD_PASSWORD)).status).toBe(429);
});

it("risk: the right password of one's own account makes the server hash without end", async () => {
  const change = async ({ sessionToken }: { sessionToken: string }, newPassword = 'password1') => {
    const bearer = await identity.accessToken(sessionToken);
    const body = { currentPassword: GOOD_PASSWORD, newPassword };
    return (await identity.call('POST', '/api/v1/account/change-password/', { bearer, body, ...headersOf({}) })).status;
  };
  const people = await Promise.all(Array.from({ length: 7 }, () => identity.signUp()));
  const [first, ...others] = people;
  if (first === undefined) throw new Error('Nobody signed up');
  const tries: number[] = [];
  for (let index = 0; index < 12; index += 1) tries.push(await change(first));
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  // The accounts of one network share a bound: each further one costs nothing to make.
  const further = (await Promise.all(others.flatMap((one) => Array.from({ length: 10 }, () => change(one))))).filter(
    (status) => status === 400,
  );
  expect(further).toHaveLength(50);
  expect(await change(first, 'nine slow rivers run')).toBe(429);
});

it('risk: right sign-ins from a known device go before others without end', async () => {
  const { email } = await identity.signUp();
  const { device } = (await signIn(email, GOOD_PASSWORD)).body;
  for (let index = 0; index < 30; index += 1) expect((await signIn(email, GOOD_PASSWORD, { device })).status).toBe(200);
  // From then on it has the tries of any other browser, ten, and no longer those of a known device.
  const tries: number[] = [];
  for (let index = 0; index < 12; index += 1) tries.push((await signIn(email, 'wrong password', { device })).status);
  expect(tries.filter((status) => status === 400)).toHaveLength(10);
});

it('body and time of the answer are the same whether an address exists', async () => {
  const { email } = await identity.signUp();
  for (const ask of [(address: string) => signIn(address, 'wrong password'), forgot]) {
    const bodies = new Set<string>();
    for (const address of [email, 'nobody@shop.example']) {
      const begun = identity.clock.now().getTime();
      const { status, body } = await ask(address);
      bodies.add(JSON.stringify([status, body.code, body.details, body.success]));
      // Every answer is held back until the same time, longer than either way takes by itself. A timer may fire a little early.
      expect(identity.clock.now().getTime() - begun, address).toBeGreaterThanOrEqual(HELD_BACK_MS - 5);
    }
    expect([...bodies]).toHaveLength(1);
  }
});

it('sign-ins that succeed and that fail leave audit rows', async () => {
  const { email, uid } = await identity.signUp();
  await signIn(email, 'wrong password');
  await signIn(email, GOOD_PASSWORD);
  await expect
    .poll(async () => {
      const rows = await identity.pool.query(
        "SELECT action FROM audit_log WHERE account_id = (SELECT account_id FROM members WHERE user_id = $1) AND action LIKE 'session.%' ORDER BY action",
        [uid],
      );
      return rows.rows.map((row: { action: string }) => row.action);
    })
    .toEqual(['session.refused', 'session.started']);
});

it('a whole block of IPv6 networks buys four times the tries of one, another block is heard', async () => {
  const check = async (index: number, from: string) => {
    const path = `/api/v1/connect/check-email-exist?email=v${index}@b.example`;
    return (await identity.call('GET', path, headersOf({ from }))).status;
  };
  const ofBlock: number[] = [];
  for (let index = 0; index < 245; index += 1) {
    // Every try from another /56 of one /48.
    ofBlock.push(await check(index, `2001:db8:1:${(index * 256).toString(16)}::1`));
  }
  expect(ofBlock.filter((status) => status === 200)).toHaveLength(240);
  expect(ofBlock.slice(240)).toEqual([429, 429, 429, 429, 429]);
  expect(await check(245, '2001:db8:2::1')).toBe(200);
});
