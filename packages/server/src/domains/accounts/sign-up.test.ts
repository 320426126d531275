import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import { CHEAP_PASSWORDS } from '../../testing/cheap-passwords.ts';
import { authOptions } from './sessions/create-auth.ts';
import { BASE_URL, GOOD_PASSWORD, type Identity, startIdentity } from './testing/start-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'embedded' });
});
afterAll(() => identity.close());

const PATH = '/api/v1/mailer/send-register/';
const sign = (fields: Record<string, unknown>) =>
  identity.call('POST', PATH, {
    body: { email: 'new@shop.example', password: GOOD_PASSWORD, privacyAccepted: true, ...fields },
  });

it('a trial is promised, on the page and by mail, only where it ends the answers', async () => {
  const selling = await startIdentity({ kind: 'embedded', plans: { counts: 'all', canPay: true } });
  const meet = async ({ call, signUp, takeMails }: Identity) => {
    const offer = await call('GET', '/api/v1/account/sign-up-offer');
    await signUp();
    return { status: offer.status, counts: offer.body.counts, mail: (await takeMails()).at(-1)?.text };
  };
  const paid = await meet(selling).finally(() => selling.close());
  expect(paid).toMatchObject({ status: 200, counts: 'all' });
  expect(paid.mail).toContain('30 бесплатных ответов ассистента за 7 дней');
  const own = await meet(identity);
  expect(own).toMatchObject({ status: 200, counts: 'model' });
  expect(own.mail).toContain('ответы из вашей базы — бесплатно и без срока');
  expect(own.mail).not.toContain('7 дней');
});

it('the migration makes exactly the tables that better-auth expects', async () => {
  const { pool, clock } = identity;
  const keyring = createKeyring({ materials: [Buffer.alloc(32, 7)], random: systemRandom });
  const options = await authOptions({
    pool,
    clock,
    keyring,
    newId: () => '',
    log: createLog({ level: 'silent' }),
    passwordCost: CHEAP_PASSWORDS,
  });
  const missing = await getMigrations(options);
  expect(missing.toBeCreated).toEqual([]);
  expect(missing.toBeAdded).toEqual([]);
});

it('sign-up makes an account on trial, its owner, an audit row and a welcome mail, and signs in', async () => {
  const { uid, sessionToken, email } = await identity.signUp();
  const bearer = await identity.accessToken(sessionToken);
  const { status, body } = await identity.call('GET', `/api/v1/usersData/${uid}/data/`, { bearer });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    uid,
    email,
    role: 'owner',
    locale: 'ru',
    payYearly: true,
    tourStep: 'done',
    firstStepsOver: false,
    subscriptionPlan: 'trial',
    subscriptionStatus: 'active',
    contact: null,
    messenger: null,
    trial: { used: 0, limit: 30 },
    impersonation: null,
  });
  const days = (Date.parse(String(body.currentPeriodEnd)) - Date.parse(String(body.currentPeriodStart))) / 86_400_000;
  expect(days).toBe(7);
  const audit = await identity.pool.query('SELECT action FROM audit_log WHERE actor = $1', [uid]);
  expect(audit.rows).toEqual([{ action: 'account.registered' }]);
  const [mail] = await identity.takeMails();
  expect(mail).toMatchObject({ to: email, subject: 'Добро пожаловать в Otvet' });
  expect(mail?.link?.startsWith(`${BASE_URL}/confirm-email/#token=`)).toBe(true);
});

it('the public sign-up of the identity library is shut, and so is all of it that is not named', async () => {
  const body = { email: 'side@door.example', password: GOOD_PASSWORD, name: 'x' };
  for (const closed of ['sign-up/email', 'sign-up/email/', 'request-password-reset', 'change-password', 'update-user'])
    expect((await identity.call('POST', `/api/auth/${closed}`, { body })).status).toBe(404);
  const found = await identity.pool.query('SELECT 1 FROM auth_user WHERE email = $1', ['side@door.example']);
  expect(found.rows).toEqual([]);
});

it('the privacy policy must be accepted', async () => {
  for (const privacyAccepted of [false, undefined, 'true', 1]) {
    const { status, body } = await sign({ privacyAccepted });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'request.invalid' });
  }
});

it('what a person may not set is refused', async () => {
  for (const extra of [{ role: 'owner' }, { plan: 'enterprise' }, { accountId: crypto.randomUUID() }])
    expect((await sign(extra)).status).toBe(400);
});

it('line breaks in the name or address are refused and no mail is queued', async () => {
  await identity.takeMails();
  for (const fields of [
    { name: 'A\r\nBcc: x@y.example' },
    { name: 'A\u2028B' },
    { email: 'a@b.example\r\nBcc: c@d.example' },
  ])
    expect((await sign(fields)).status).toBe(400);
  expect(await identity.takeMails()).toEqual([]);
});

it('short, endless and common passwords and the address itself are refused, others go in unchanged', async () => {
  const refused = [
    'seven77',
    'x'.repeat(129),
    'x'.repeat(200),
    'Password1!',
    'qwerty2026',
    'пароль123',
    'new@shop.example',
  ];
  for (const password of refused) expect((await sign({ password })).status).toBe(400);
  expect((await sign({ password: 'Password1!' })).body).toMatchObject({
    code: 'auth.weak_password',
    details: { password: 'common' },
  });
  for (const [index, password] of [
    '8 chrs ok'.slice(0, 8),
    '  spaces at both ends  ',
    '🔑🦊🌊🔥🐌🍋🧦🎺',
    'vT4$gh9Lp-plum '.repeat(9).slice(0, 128),
  ].entries()) {
    const email = `password${index}@shop.example`;
    expect((await sign({ email, password })).status).toBe(201);
    expect((await identity.call('POST', '/api/auth/sign-in/email', { body: { email, password } })).status).toBe(200);
    const trimmed = { email, password: `${password}x`.slice(1) };
    expect((await identity.call('POST', '/api/auth/sign-in/email', { body: trimmed })).status).toBe(400);
  }
});

it('one account per folded address, also in a race', async () => {
  const email = 'Anna.Petrova+shop@Example.com';
  const variants = [email, email.toLowerCase(), email.toUpperCase(), 'anna.petrova+SHOP@example.com'];
  const answers = await Promise.all(variants.map((variant) => sign({ email: variant })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('auth.email_taken');
  const exist = await identity.call(
    'GET',
    `/api/v1/connect/check-email-exist?email=${encodeURIComponent(email.toLowerCase())}`,
  );
  expect(exist.body).toEqual({ exist: true });
  const signIn = await identity.call('POST', '/api/auth/sign-in/email', {
    body: { email: email.toUpperCase(), password: GOOD_PASSWORD },
  });
  expect(signIn.status).toBe(200);
  const counts = await identity.pool.query(
    "SELECT count(*)::int AS n FROM members WHERE lower(email) LIKE 'anna.petrova%'",
  );
  expect(counts.rows).toEqual([{ n: 1 }]);
});

it('addresses that are none, or look alike, are refused', async () => {
  for (const email of [
    'a',
    'a@b',
    '<a@b.example>',
    'а@shop.example',
    'ａ@shop.example',
    `${'a'.repeat(250)}@b.example`,
    'a@b.example,c@d.example',
    ['a@b.example'],
  ])
    expect((await sign({ email })).status).toBe(400);
});

it('a person changes own data, completes the registration and never sees that of another', async () => {
  const one = await identity.signUp();
  const other = await identity.signUp();
  const bearer = await identity.accessToken(one.sessionToken);
  const heard: unknown[] = [];
  const stop = identity.accounts.onUserDataChanged((change) => heard.push(change.userId));
  const own = `/api/v1/usersData/${one.uid}/data/`;
  const change = { contact: '@anna', messenger: 'telegram', tourStep: 'channels', locale: 'en', accountName: 'Shop' };
  const stepsOver = { firstStepsOver: true };
  const updated = await identity.call('PUT', own, { bearer, body: { ...change, ...stepsOver } });
  stop();
  expect(updated.body).toMatchObject({ ...change, ...stepsOver });
  expect(heard).toEqual([one.uid]);
  const foreign = `/api/v1/usersData/${other.uid}/data/`;
  const missing = `/api/v1/usersData/${crypto.randomUUID()}/data/`;
  for (const wrong of [foreign, missing]) {
    expect(await identity.call('GET', wrong, { bearer })).toMatchObject({
      status: 404,
      body: { code: 'request.not_found' },
    });
    expect((await identity.call('PUT', wrong, { bearer, body: { name: 'x' } })).status).toBe(404);
  }
  for (const body of [
    { role: 'owner' },
    { firstStepsOver: false },
    { messagesUsed: 0 },
    { subscriptionPlan: 'starter' },
    { name: 'a\nb' },
  ])
    expect((await identity.call('PUT', own, { bearer, body })).status).toBe(400);
});

it('other domains learn names and languages, also right after they changed', async () => {
  const { uid, sessionToken } = await identity.signUp();
  const bearer = await identity.accessToken(sessionToken);
  const accountId = (await identity.accounts.authenticate(bearer))?.accountId ?? '';
  const { localeOf, nameOf, subscriptionStatusOf } = identity.accounts;
  expect([await localeOf(accountId), await nameOf({ accountId, userId: uid })]).toEqual(['ru', 'Анна']);
  expect(await nameOf({ accountId: crypto.randomUUID(), userId: uid })).toBe('');
  expect(await subscriptionStatusOf(accountId)).toBe('active');
  await identity.call('PUT', `/api/v1/usersData/${uid}/data/`, { bearer, body: { name: 'Ann', locale: 'en' } });
  expect([await localeOf(accountId), await nameOf({ accountId, userId: uid })]).toEqual(['en', 'Ann']);
});

it('the name of the account is for its owner', async () => {
  const { uid, sessionToken } = await identity.signUp();
  await identity.pool.query("UPDATE members SET role = 'manager_all' WHERE user_id = $1", [uid]);
  const bearer = await identity.accessToken(sessionToken);
  const answer = await identity.call('PUT', `/api/v1/usersData/${uid}/data/`, {
    bearer,
    body: { accountName: 'Mine' },
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
});

it('the command line makes an owner who sets the password by the link', async () => {
  const made = await identity.accounts.createOwner({ email: 'boss@shop.example' });
  const token = made.link.split('#token=')[1];
  const reset = await identity.call('POST', '/api/v1/account/reset-password/', {
    body: { token, password: GOOD_PASSWORD },
  });
  expect(reset.status).toBe(200);
  const body = { email: 'boss@shop.example', password: GOOD_PASSWORD };
  expect((await identity.call('POST', '/api/auth/sign-in/email', { body })).status).toBe(200);
  await expect(identity.accounts.createOwner({ email: 'Boss@shop.example' })).rejects.toMatchObject({
    code: 'auth.email_taken',
  });
});

it('SIGNUP=closed: nobody signs up, the command line still makes owners', async () => {
  const closed = await startIdentity({ kind: 'embedded', isSignupOpen: false });
  try {
    const body = { email: 'new@shop.example', password: GOOD_PASSWORD, privacyAccepted: true };
    const answer = await closed.call('POST', PATH, { body });
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.signup_closed' } });
    await closed.accounts.createOwner({ email: 'boss@shop.example' });
    const exist = await closed.call('GET', '/api/v1/connect/check-email-exist?email=boss@shop.example');
    expect(exist.body).toEqual({ exist: true });
  } finally {
    await closed.close();
  }
});

it('what has run out is deleted, what has not stays', async () => {
  const { sessionToken } = await identity.signUp();
  const bearer = await identity.accessToken(sessionToken);
  await identity.accounts.deleteExpired();
  expect(await identity.accounts.authenticate(bearer)).toBeDefined();
  identity.clock.advance(8 * 86_400_000);
  await identity.accounts.deleteExpired();
  const left = await identity.pool.query(
    'SELECT (SELECT count(*) FROM auth_session)::int + (SELECT count(*) FROM one_time_tokens)::int + (SELECT count(*) FROM auth_attempts)::int AS n',
  );
  expect(left.rows).toEqual([{ n: 0 }]);
});
