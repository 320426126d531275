import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts';
import { BASE_URL, GOOD_PASSWORD, type Identity, startIdentity, tokenOf } from './testing/start-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server' });
});
afterAll(() => identity.close());
beforeEach(async () => {
  // The limits against guessing have tests of their own.
  await identity.pool.query('DELETE FROM auth_attempts');
  await identity.takeMails();
});

const NEW_PASSWORD = 'another good one';
const reset = (token: unknown, password = NEW_PASSWORD) =>
  identity.call('POST', '/api/v1/account/reset-password/', { body: { token, password } });
const confirm = (token: unknown) => identity.call('POST', '/api/v1/account/confirm-email/', { body: { token } });
const signInAs = (token: unknown) => identity.call('POST', '/api/v1/account/sign-in-as/', { body: { token } });
const signIn = (email: string, password: string) =>
  identity.call('POST', '/api/auth/sign-in/email', { body: { email, password } });
const forgot = (email: string, headers: Record<string, string> = {}) =>
  identity.call('POST', '/api/v1/mailer/change-password/', { body: { email }, headers });
const mailOf = (mails: OutgoingMail[], to: string) => mails.find((mail) => mail.to === to);

async function askReset(email: string, typed = email): Promise<string> {
  expect((await forgot(typed)).body).toEqual({ ok: true });
  return tokenOf(mailOf(await identity.takeMails(), email)?.link);
}

async function signUp() {
  const person = await identity.signUp();
  const welcome = mailOf(await identity.takeMails(), person.email);
  return { ...person, welcomeToken: tokenOf(welcome?.link), bearer: await identity.accessToken(person.sessionToken) };
}

it('a reset link sets the password once and ends every session', async () => {
  const { email, bearer } = await signUp();
  const token = await askReset(email, email.toUpperCase());
  expect((await reset(token, 'Password2026')).body.code).toBe('auth.weak_password');
  expect((await reset(token)).body).toMatchObject({ ok: true });
  expect(await identity.accounts.authenticate(bearer)).toBeUndefined();
  expect((await signIn(email, GOOD_PASSWORD)).body.code).toBe('auth.wrong_credentials');
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  expect(await reset(token, 'yet another one')).toMatchObject({ status: 400, body: { code: 'auth.token_invalid' } });
});

it('a token that is expired, used, changed, for another purpose or none at all never matches', async () => {
  const { email, welcomeToken } = await signUp();
  const token = await askReset(email);
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const refused = { status: 400, body: { code: 'auth.token_invalid' } };
  for (const wrong of [changed, token.toUpperCase(), `${token}A`, welcomeToken, 'x'.repeat(43)])
    expect(await reset(wrong)).toMatchObject(refused);
  for (const nothing of [null, '', undefined, [token], [null], { $ne: null }, 0, true, '%00'])
    expect((await reset(nothing)).status).toBe(400);
  for (const other of [token, null, '']) {
    expect((await confirm(other)).status).toBe(400);
    expect((await signInAs(other)).status).toBe(400);
  }
  identity.clock.advance(3_601_000);
  expect(await reset(token)).toMatchObject(refused);
  identity.clock.advance(-3_601_000);
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200);
});

it('of parallel uses of one token one wins', async () => {
  const { email } = await signUp();
  const token = await askReset(email);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(token, `parallel try ${index}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
});

it('tokens are not in the database, not in an answer and not in a queued mail', async () => {
  const { email, bearer } = await signUp();
  expect((await forgot(email)).body).toEqual({ ok: true });
  const own = await identity.call('GET', '/api/v1/account/password-reset-token', { bearer });
  expect(own.body).toEqual({ ok: true });
  const dump = async () => {
    const tables = ['one_time_tokens', 'mails', 'audit_log', 'auth_verification'];
    const rows = await Promise.all(tables.map((table) => identity.pool.query(`SELECT t::text AS row FROM ${table} t`)));
    return JSON.stringify(rows.map((result) => result.rows));
  };
  const before = await dump();
  const mails = (await identity.takeMails()).filter((mail) => mail.to === email);
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    expect(tokenOf(mail.link)).toHaveLength(43);
    expect(before + (await dump())).not.toContain(tokenOf(mail.link));
  }
});

it('forged Host and X-Forwarded headers never get into a mailed link', async () => {
  const { email } = await signUp();
  const forged = { 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' };
  // A host that a trusted proxy forwards is judged as the Host header is.
  expect((await forgot(email, { ...forged, 'x-forwarded-host': 'evil.example' })).status).toBe(421);
  expect(await identity.takeMails()).toEqual([]);
  expect((await forgot(email, { ...forged, 'x-forwarded-host': 'otvet.example' })).status).toBe(200);
  const mail = mailOf(await identity.takeMails(), email);
  expect(mail?.link?.startsWith(`${BASE_URL}/forgot-password/#token=`)).toBe(true);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
});

it('a new address needs the password, is confirmed by mail, and the old one is notified', async () => {
  const { email, uid, bearer, welcomeToken } = await signUp();
  await identity.pool.query('UPDATE auth_user SET email_verified = true WHERE email = $1', [email]);
  const change = (address: string, password: string) =>
    identity.call('POST', '/api/v1/payments/update-email/', { bearer, body: { email: address, password } });
  expect((await change('new.one@shop.example', 'wrong password')).body.code).toBe('auth.wrong_password');
  const olderReset = await askReset(email);
  expect((await change('first.try@shop.example', GOOD_PASSWORD)).status).toBe(200);
  const stale = tokenOf(mailOf(await identity.takeMails(), 'first.try@shop.example')?.link);
  expect((await change('New.One@shop.example', GOOD_PASSWORD)).status).toBe(200);
  const mails = await identity.takeMails();
  expect(mailOf(mails, email)?.text).toContain('запрошен новый адрес');
  expect((await signIn('new.one@shop.example', GOOD_PASSWORD)).status).toBe(400);
  const token = tokenOf(mailOf(mails, 'New.One@shop.example')?.link);
  for (const dead of [stale, welcomeToken]) expect((await confirm(dead)).status).toBe(400);
  expect((await confirm(token)).body).toEqual({ ok: true });
  expect((await confirm(token)).status).toBe(400);
  expect((await signIn('new.one@shop.example', GOOD_PASSWORD)).status).toBe(200);
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(400);
  const data = await identity.call('GET', `/api/v1/usersData/${uid}/data/`, { bearer });
  expect(data.body.email).toBe('New.One@shop.example');
  // A link that went to the former mailbox must not open the account.
  expect((await reset(olderReset)).body.code).toBe('auth.token_invalid');
});

it('an address that is taken, at once or meanwhile, gets the same answer and is not taken over', async () => {
  const one = await signUp();
  await identity.pool.query('UPDATE auth_user SET email_verified = true WHERE email = $1', [one.email]);
  const holder = await signUp();
  const ask = (email: string) =>
    identity.call('POST', '/api/v1/payments/update-email/', {
      bearer: one.bearer,
      body: { email, password: GOOD_PASSWORD },
    });
  expect((await ask(holder.email)).body).toEqual((await ask('free.one@shop.example')).body);
  const mails = await identity.takeMails();
  expect(mailOf(mails, holder.email)?.link).toBeNull();
  const token = tokenOf(mailOf(mails, 'free.one@shop.example')?.link);
  await identity.signUp('free.one@shop.example');
  expect((await confirm(token)).body.code).toBe('auth.token_invalid');
  expect((await signIn(one.email, GOOD_PASSWORD)).status).toBe(200);
});

it('the welcome mail confirms the first address', async () => {
  const { email, welcomeToken } = await signUp();
  const isVerified = async () =>
    (await identity.pool.query('SELECT email_verified FROM auth_user WHERE email = $1', [email])).rows[0];
  expect(await isVerified()).toEqual({ email_verified: false });
  expect((await confirm(welcomeToken)).status).toBe(200);
  expect(await isVerified()).toEqual({ email_verified: true });
});

it('support signs in once within 60 s, for an hour, is named and may not change password or address', async () => {
  const { email, uid } = await signUp();
  const link = () => identity.accounts.createSignInLink({ email: email.toUpperCase(), by: 'Support Olga' });
  const late = tokenOf(await link());
  identity.clock.advance(61_000);
  expect((await signInAs(late)).body.code).toBe('auth.token_invalid');
  const token = tokenOf(await link());
  const answer = await signInAs(token);
  expect(answer.status).toBe(200);
  expect((await signInAs(token)).body.code).toBe('auth.token_invalid');
  const sessionToken = z.string().parse(answer.body.sessionToken);
  const bearer = await identity.accessToken(sessionToken);
  expect(await identity.accounts.authenticate(bearer)).toMatchObject({ userId: uid, impersonatedBy: 'Support Olga' });
  const data = await identity.call('GET', `/api/v1/usersData/${uid}/data/`, { bearer });
  expect(data.body.impersonation).toMatchObject({ by: 'Support Olga' });
  const forbidden = [
    ['/api/v1/account/change-password/', { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD }],
    ['/api/v1/payments/update-email/', { email: 'x@shop.example', password: GOOD_PASSWORD }],
  ] as const;
  for (const [path, body] of forbidden)
    expect(await identity.call('POST', path, { bearer, body })).toMatchObject({
      status: 403,
      body: { code: 'auth.impersonated' },
    });
  identity.clock.advance(3_500_000);
  const renewed = await identity.accessToken(sessionToken);
  expect(await identity.accounts.authenticate(renewed)).toBeDefined();
  identity.clock.advance(101_000);
  expect(await identity.accounts.authenticate(renewed)).toBeUndefined();
  expect((await identity.call('GET', '/api/auth/token', { bearer: sessionToken })).status).toBe(401);
  const audit = await identity.pool.query(
    "SELECT actor, action FROM audit_log WHERE action LIKE 'impersonation.%' ORDER BY at, id",
  );
  expect(audit.rows).toEqual([
    { actor: 'Support Olga', action: 'impersonation.link_made' },
    { actor: 'Support Olga', action: 'impersonation.link_made' },
    { actor: 'Support Olga', action: 'impersonation.started' },
  ]);
  expect(await identity.accounts.createSignInLink({ email: 'nobody@shop.example', by: 'x' })).toBeUndefined();
});
