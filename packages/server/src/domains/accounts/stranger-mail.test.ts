import { afterAll, beforeAll, expect, it } from 'vitest';
import { GOOD_PASSWORD, type Identity, startIdentity, tokenOf } from './testing/start-identity.ts';

// Anybody can sign up with anybody's address: what he types must not reach its holder before that holder has confirmed it.
const STRANGERS_NAME = 'Cheap watches';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server' });
});
afterAll(() => identity.close());

async function signUpAs(email: string) {
  return (await enterAs(email)).bearer;
}

async function enterAs(email: string) {
  const body = { email, password: GOOD_PASSWORD, name: STRANGERS_NAME, privacyAccepted: true };
  const answer = await identity.call('POST', '/api/v1/mailer/send-register/', { body });
  expect(answer.status).toBe(201);
  return { uid: String(answer.body.uid), bearer: await identity.accessToken(String(answer.body.sessionToken)) };
}

const confirmAddress = (email: string) =>
  identity.pool.query('UPDATE auth_user SET email_verified = true WHERE email = $1', [email]);
const askReset = (email: string) => identity.call('POST', '/api/v1/mailer/change-password/', { body: { email } });
const askChange = (bearer: string, email: string) =>
  identity.call('POST', '/api/v1/payments/update-email/', { bearer, body: { email, password: GOOD_PASSWORD } });

/** What is queued, each as one text. */
async function takeTexts() {
  return (await identity.takeMails()).map(({ to, subject, text, html, link }) => ({
    to,
    link,
    content: `${subject}\n${text}\n${html}`,
  }));
}

it('no mail to an address that nobody confirmed carries what its sender typed', async () => {
  const bearer = await signUpAs('victim@else.example');
  await askReset('victim@else.example');
  // Not even asked for while the first address is not confirmed.
  expect((await askChange(bearer, 'visit-my-shop@stranger.example')).body.code).toBe('auth.email_unconfirmed');
  const change = { currentPassword: GOOD_PASSWORD, newPassword: 'nine slow rivers run' };
  expect((await identity.call('POST', '/api/v1/account/change-password/', { bearer, body: change })).status).toBe(200);
  const mails = await takeTexts();
  expect(mails.map(({ to }) => to).sort()).toEqual([
    'victim@else.example',
    'victim@else.example',
    'victim@else.example',
    'victim@else.example',
  ]);
  for (const { content } of mails) expect(content).not.toMatch(/watches|visit-my-shop/);
});

it('a confirmed holder is greeted by his name, hears of the new address, and the new address hears no name', async () => {
  const bearer = await signUpAs('holder@own.example');
  const [welcome] = await takeTexts();
  await identity.call('POST', '/api/v1/account/confirm-email/', { body: { token: tokenOf(welcome?.link) } });
  await askReset('holder@own.example');
  await askChange(bearer, 'new@own.example');
  const mails = await takeTexts();
  const toHolder = mails.filter(({ to }) => to === 'holder@own.example').map(({ content }) => content);
  expect(toHolder).toHaveLength(2);
  for (const content of toHolder) expect(content).toContain(STRANGERS_NAME);
  expect(toHolder.join()).toContain('new@own.example');
  expect(mails.find(({ to }) => to === 'new@own.example')?.content).not.toContain(STRANGERS_NAME);
});

it('the holder of a taken address reads nothing of who wanted it', async () => {
  await signUpAs('taken@own.example');
  const bearer = await signUpAs('wants@stranger.example');
  await confirmAddress('wants@stranger.example');
  await identity.takeMails();
  expect((await askChange(bearer, 'taken@own.example')).status).toBe(200);
  const [toHolder] = (await takeTexts()).filter(({ to }) => to === 'taken@own.example');
  expect(toHolder?.content).not.toMatch(/watches|stranger/);
});

it('risk: many accounts mail one stranger, or the holder of an address, again and again', async () => {
  await signUpAs('holder.of@own.example');
  await confirmAddress('holder.of@own.example');
  for (let person = 0; person < 5; person += 1) {
    const own = `sender${person}@stranger.example`;
    const bearer = await signUpAs(own);
    await confirmAddress(own);
    await identity.takeMails();
    // The answer does not tell that no mail goes out.
    for (const to of [`quiet+${person}@else.example`, 'holder.of@own.example'])
      expect(await askChange(bearer, to)).toMatchObject({ status: 200, body: { ok: true } });
    const receivers = (await takeTexts()).map(({ to }) => to).filter((to) => to !== own);
    expect(receivers, `account ${person}`).toHaveLength(person < 3 ? 2 : 0);
  }
});

const RESET = 'Новый пароль в Otvet';

async function confirmedStranger(email: string) {
  const bearer = await signUpAs(email);
  await confirmAddress(email);
  await identity.takeMails();
  return bearer;
}

/** What is stored of links and of who asked for them. */
async function countStored(email: string) {
  const { rows } = await identity.pool.query(
    `SELECT (SELECT count(*)::int FROM one_time_tokens WHERE email = $1) AS tokens,
      (SELECT count(*)::int FROM audit_log a JOIN members m ON m.account_id = a.account_id
        WHERE m.email = $1 AND a.action = 'password.reset_asked') AS asked`,
    [email],
  );
  return rows[0];
}

it('risk: what strangers have mailed to an unconfirmed owner keeps no reset link from him', async () => {
  await signUpAs('owner@unconfirmed.example');
  const bearer = await confirmedStranger('first@attacker.example');
  for (let time = 0; time < 4; time += 1) await askChange(bearer, 'owner@unconfirmed.example');
  for (let time = 0; time < 4; time += 1) await askChange(bearer, `owner+${time}@unconfirmed.example`);
  // Accounts of strangers with the same mailbox ask for links of their own.
  for (let time = 0; time < 4; time += 1) {
    await signUpAs(`owner+account${time}@unconfirmed.example`);
    await askReset(`owner+account${time}@unconfirmed.example`);
  }
  await identity.takeMails();
  expect((await askReset('owner@unconfirmed.example')).body).toEqual({ ok: true });
  const mails = await identity.takeMails();
  expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'owner@unconfirmed.example', subject: RESET },
  ]);
  const body = { token: tokenOf(mails[0]?.link), password: 'four green tables' };
  expect((await identity.call('POST', '/api/v1/account/reset-password/', { body })).status).toBe(200);
});

it('risk: a network that used up its mails keeps no reset link from an owner behind it', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.40' };
  await signUpAs('owner@same-network.example');
  const bearer = await confirmedStranger('second@attacker.example');
  for (let person = 0; person < 7; person += 1) {
    await identity.pool.query('DELETE FROM auth_attempts');
    const ask = (time: number) =>
      identity.call('POST', '/api/v1/payments/update-email/', {
        bearer,
        headers,
        body: { email: `${person}-${time}@anybody.example`, password: GOOD_PASSWORD },
      });
    await Promise.all(Array.from({ length: 10 }, (_, time) => ask(time)));
  }
  const sent = (await identity.takeMails()).filter(({ to }) => to.endsWith('@anybody.example'));
  expect(sent.length).toBeLessThan(70);
  const body = { email: 'owner@same-network.example' };
  await identity.call('POST', '/api/v1/mailer/change-password/', { body, headers });
  expect((await identity.takeMails()).map(({ to }) => to)).toEqual(['owner@same-network.example']);
});

it('a reset that is not mailed leaves no token and no audit row, and the mailed one passes', async () => {
  await signUpAs('asks@often.example');
  await identity.takeMails();
  for (let time = 0; time < 5; time += 1) expect((await askReset('asks@often.example')).status).toBe(200);
  const mails = (await identity.takeMails()).filter(({ subject }) => subject === RESET);
  expect(mails).toHaveLength(3);
  // The link of the welcome mail is the fourth token.
  expect(await countStored('asks@often.example')).toEqual({ tokens: 4, asked: 3 });
  // When no mailed link is good for long any more, the next one goes out, whatever was mailed before.
  await identity.pool.query("UPDATE one_time_tokens SET expires_at = now() + interval '20 minutes' WHERE email = $1", [
    'asks@often.example',
  ]);
  await identity.pool.query('DELETE FROM auth_attempts');
  await askReset('asks@often.example');
  expect((await identity.takeMails()).map(({ subject }) => subject)).toEqual([RESET]);
  expect(await countStored('asks@often.example')).toEqual({ tokens: 5, asked: 4 });
});

it('a confirmation that is not mailed leaves the mailed one good', async () => {
  const bearer = await signUpAs('asks@confirm.example');
  await identity.takeMails();
  for (let time = 0; time < 5; time += 1)
    expect((await askChange(bearer, 'other@confirm.example')).body.code).toBe('auth.email_unconfirmed');
  const mails = await identity.takeMails();
  expect(mails).toHaveLength(3);
  const body = { token: tokenOf(mails.at(-1)?.link) };
  expect((await identity.call('POST', '/api/v1/account/confirm-email/', { body })).status).toBe(200);
});

it('an account whose own address is not confirmed gets a new link for it first', async () => {
  const bearer = await signUpAs('first@own.example');
  await identity.takeMails();
  const refused = await askChange(bearer, 'second@own.example');
  expect(refused).toMatchObject({ status: 409, body: { code: 'auth.email_unconfirmed' } });
  const mails = await identity.takeMails();
  expect(mails.map(({ to }) => to)).toEqual(['first@own.example']);
  const confirmed = await identity.call('POST', '/api/v1/account/confirm-email/', {
    body: { token: tokenOf(mails[0]?.link) },
  });
  expect(confirmed.status).toBe(200);
  expect((await askChange(bearer, 'second@own.example')).status).toBe(200);
});

it('a name with an address or hidden marks in it is refused at sign-up and in the settings, with the reason', async () => {
  const { uid, bearer } = await enterAs('names@own.example');
  for (const [name, reason] of Object.entries({ 'buy at evil.com': 'name_address', 'An\u202ena': 'name_characters' })) {
    const body = { email: 'later@own.example', password: GOOD_PASSWORD, name, privacyAccepted: true };
    const refused = { status: 400, body: { code: 'request.invalid', details: { name: reason } } };
    expect(await identity.call('POST', '/api/v1/mailer/send-register/', { body })).toMatchObject(refused);
    const change = { bearer, body: { name } };
    expect(await identity.call('PUT', `/api/v1/usersData/${uid}/data/`, change)).toMatchObject(refused);
  }
});
