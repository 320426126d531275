import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { GOOD_PASSWORD, type Identity, startIdentity } from '../testing/start-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server' });
});
afterAll(() => identity.close());

const claimsOf = (token: string) =>
  z
    .looseObject({
      sub: z.string(),
      sid: z.string(),
      iat: z.number(),
      exp: z.number(),
      iss: z.string(),
      aud: z.string(),
    })
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A key that the product trusts, in the hands of the test: it can sign anything. */
async function insertKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  await identity.pool.query(
    "INSERT INTO auth_jwks (id, public_key, private_key, created_at, alg, crv) VALUES ($1, $2, '', now() - interval '1 day', 'EdDSA', 'Ed25519')",
    [kid, JSON.stringify(await exportJWK(publicKey))],
  );
  return privateKey;
}

it('an access token names the member, lives one hour and no longer than a minute of leeway', async () => {
  const { uid, sessionToken } = await identity.signUp();
  const token = await identity.accessToken(sessionToken);
  const user = await identity.accounts.authenticate(token);
  expect(user).toMatchObject({ userId: uid, role: 'owner', impersonatedBy: null });
  const { iat, exp } = claimsOf(token);
  expect(exp - iat).toBe(3600);
  identity.clock.advance((3600 + 50) * 1000);
  expect(await identity.accounts.authenticate(token)).toEqual(user);
  const fresh = await identity.accessToken(sessionToken);
  identity.clock.advance(15_000);
  expect(await identity.accounts.authenticate(token)).toBeUndefined();
  expect(await identity.accounts.authenticate(fresh)).toEqual(user);
  // A clock set back by hours must not bring tokens from the future in.
  identity.clock.advance(-10_000_000);
  expect(await identity.accounts.authenticate(fresh)).toBeUndefined();
  identity.clock.advance(10_000_000 - 3_665_000);
});

it('alg none, HS/RS swap, foreign key, issuer, audience or key path, and session tokens are refused', async () => {
  const { sessionToken } = await identity.signUp();
  const genuine = await identity.accessToken(sessionToken);
  const claims = claimsOf(genuine);
  const key = await insertKey('planted');
  // Unknown keys are looked up once a second at most.
  identity.clock.advance(1_001);
  const signed = (changes: Record<string, unknown>, kid = 'planted', alg = 'EdDSA') =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, kid }).sign(key);
  const { rows } = await identity.pool.query<{ public_key: string; id: string }>(
    "SELECT id, public_key FROM auth_jwks WHERE id <> 'planted'",
  );
  const [published] = z
    .array(z.object({ id: z.string(), public_key: z.string() }))
    .min(1)
    .parse(rows);
  const swapped = `${encode({ alg: 'HS256', kid: published?.id })}.${encode(claims)}`;
  const hmac = createHmac('sha256', published?.public_key ?? '')
    .update(swapped)
    .digest('base64url');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const rsaInput = `${encode({ alg: 'RS256', kid: published?.id })}.${encode(claims)}`;
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const [head, body, signature] = genuine.split('.');
  const bad: Record<string, string> = {
    none: `${encode({ alg: 'none' })}.${body}.`,
    noneWithKid: `${encode({ alg: 'None', kid: published?.id })}.${body}.${signature}`,
    hs: `${swapped}.${hmac}`,
    rs: `${rsaInput}.${signBytes('sha256', Buffer.from(rsaInput), rsa).toString('base64url')}`,
    foreignKey: await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: published?.id ?? '' })
      .sign(stranger.privateKey),
    embeddedKey: await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
    kidPath: await signed({}, '../../../../dev/null'),
    kidSql: await signed({}, "planted' OR '1'='1"),
    audience: await signed({ aud: 'another-product' }),
    issuer: await signed({ iss: 'https://evil.example' }),
    noAudience: await signed({ aud: undefined }),
    noSession: await signed({ sid: undefined }),
    anotherUser: await signed({ sub: crypto.randomUUID() }),
    anotherSession: await signed({ sid: crypto.randomUUID() }),
    expired: await signed({ iat: claims.iat - 8000, exp: claims.iat - 4000 }),
    endless: await signed({ exp: undefined }),
    fromTheFuture: await signed({ iat: claims.iat + 4000, exp: claims.exp + 4000 }),
    changedBody: `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
    sessionToken,
    halfSessionToken: sessionToken.split('.')[0] ?? '',
    empty: '',
    long: `${genuine}${'a'.repeat(5000)}`,
    garbage: 'a.b.c',
  };
  for (const [name, token] of Object.entries(bad))
    expect({ name, user: await identity.accounts.authenticate(token) }).toEqual({ name, user: undefined });
  // What the planted key signs properly is taken: the refusals above are not for the wrong reason.
  expect(await identity.accounts.authenticate(await signed({}))).toBeDefined();
  expect((await identity.call('GET', `/api/v1/usersData/${claims.sub}/data/`, { bearer: bad.hs })).status).toBe(401);
});

it('a session token without its signature, or with another, opens nothing', async () => {
  const { sessionToken } = await identity.signUp();
  const [stored, signature] = sessionToken.split('.');
  const rows = await identity.pool.query('SELECT 1 FROM auth_session WHERE token = $1', [stored]);
  expect(rows.rows).toHaveLength(1);
  for (const bearer of [
    stored,
    `${stored}.`,
    `.${signature}`,
    `${stored}.${signature?.slice(0, -2)}AA`,
    `${stored}.${signature}.x`,
    undefined,
  ]) {
    const { status, body } = await identity.call('GET', '/api/auth/token', { bearer });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'auth.required' });
  }
  expect((await identity.call('GET', '/api/auth/get-session', { bearer: sessionToken })).status).toBe(200);
});

it('no cookie goes out, and none signs anybody in', async () => {
  const { email, sessionToken, uid } = await identity.signUp();
  const signIn = await identity.call('POST', '/api/auth/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
  expect(signIn.status).toBe(200);
  expect(signIn.headers.get('set-cookie')).toBeNull();
  const token = z.string().parse(signIn.body.token);
  expect(z.string().parse(token)).not.toBe(sessionToken);
  const access = await identity.accessToken(token);
  for (const value of [token, encodeURIComponent(token), access]) {
    for (const name of ['better-auth.session_token', '__Secure-better-auth.session_token', 'token']) {
      const headers = { cookie: `${name}=${value}` };
      expect((await identity.call('GET', '/api/auth/token', { headers })).status).toBe(401);
      expect((await identity.call('GET', `/api/v1/usersData/${uid}/data/`, { headers })).status).toBe(401);
    }
  }
});

it('sign-out ends the session here and now, and twice does no harm', async () => {
  const { sessionToken } = await identity.signUp();
  const access = await identity.accessToken(sessionToken);
  const user = await identity.accounts.authenticate(access);
  const ended: string[] = [];
  const stop = identity.accounts.onSessionsEnded((ids) => ended.push(...ids));
  for (let round = 0; round < 2; round += 1)
    expect((await identity.call('POST', '/api/auth/sign-out', { bearer: sessionToken })).body).toEqual({
      success: true,
    });
  stop();
  expect(ended).toEqual([user?.sessionId]);
  expect(await identity.accounts.authenticate(access)).toBeUndefined();
  expect((await identity.call('GET', '/api/auth/token', { bearer: sessionToken })).status).toBe(401);
});

it('CVE-2021-3740: other sessions and their tokens die with a password change, the own one lives', async () => {
  const { email, sessionToken } = await identity.signUp();
  const other = await identity.call('POST', '/api/auth/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
  const own = await identity.accessToken(sessionToken);
  const stolen = await identity.accessToken(z.string().parse(other.body.token));
  const stolenUser = await identity.accounts.authenticate(stolen);
  const ended: string[] = [];
  identity.accounts.onSessionsEnded((ids) => ended.push(...ids));
  const change = (currentPassword: string, newPassword: string) =>
    identity.call('POST', '/api/v1/account/change-password/', { bearer: own, body: { currentPassword, newPassword } });
  expect((await change('not my password', 'another good one')).body.code).toBe('auth.wrong_password');
  expect((await change(GOOD_PASSWORD, 'password1')).body.code).toBe('auth.weak_password');
  expect(await identity.accounts.authenticate(stolen)).toBeDefined();
  expect((await change(GOOD_PASSWORD, 'another good one')).status).toBe(200);
  expect(ended).toEqual([stolenUser?.sessionId]);
  expect(await identity.accounts.authenticate(stolen)).toBeUndefined();
  expect(await identity.accounts.authenticate(own)).toBeDefined();
  const mails = await identity.takeMails();
  expect(mails.some(({ to, subject }) => to === email && subject === 'Пароль в Otvet изменён')).toBe(true);
});

it('what another node ends (sign-out, removal, role) has its effect here, sockets included', async () => {
  const one = await identity.signUp();
  const two = await identity.signUp();
  const node = identity.addNode();
  const tokens = [await identity.accessToken(one.sessionToken), await identity.accessToken(two.sessionToken)];
  const [first, second] = await Promise.all(tokens.map((token) => node.authenticate(token)));
  const ended: string[] = [];
  const isEnded = new Promise<void>((resolve) => {
    node.onSessionsEnded((ids) => {
      ended.push(...ids);
      resolve();
    });
  });
  await identity.call('POST', '/api/auth/sign-out', { bearer: one.sessionToken });
  await identity.pool.query("UPDATE members SET role = 'manager_all' WHERE user_id = $1", [two.uid]);
  await isEnded;
  expect(ended).toEqual([first?.sessionId]);
  expect(await node.authenticate(tokens[0] ?? '')).toBeUndefined();
  expect(await node.authenticate(tokens[1] ?? '')).toEqual({ ...second, role: 'manager_all' });
});

it('a session ends after 30 days, however often it is renewed', async () => {
  const { sessionToken } = await identity.signUp();
  await identity.pool.query(
    "UPDATE auth_session SET created_at = created_at - interval '29 days 23 hours 59 minutes' WHERE token = $1",
    [sessionToken.split('.')[0]],
  );
  const access = await identity.accessToken(sessionToken);
  expect(await identity.accounts.authenticate(access)).toBeDefined();
  identity.clock.advance(120_000);
  expect(await identity.accounts.authenticate(access)).toBeUndefined();
  expect((await identity.call('GET', '/api/auth/token', { bearer: sessionToken })).status).toBe(401);
});

it('a database that is down is an error, never lets an unknown caller in or ends a session', async () => {
  const { sessionToken } = await identity.signUp();
  const token = await identity.accessToken(sessionToken);
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  await expect(identity.addNode(pool).authenticate(token)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await pool.end();
});

it('a known token costs no query', async () => {
  const { sessionToken } = await identity.signUp();
  const token = await identity.accessToken(sessionToken);
  await identity.accounts.authenticate(token);
  const idle = identity.pool.listenerCount('acquire');
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  identity.pool.on('acquire', count);
  const rounds = 2000;
  for (let round = 0; round < rounds; round += 1) await identity.accounts.authenticate(token);
  identity.pool.off('acquire', count);
  expect(identity.pool.listenerCount('acquire')).toBe(idle);
  // The poll of a node may fall into the loop; a query per request may not.
  expect(queries).toBeLessThan(5);
});

it('risk: the token of an ended session goes on costing queries', async () => {
  const { sessionToken, uid } = await identity.signUp();
  const token = await identity.accessToken(sessionToken);
  const read = async () => (await identity.call('GET', `/api/v1/usersData/${uid}/data/`, { bearer: token })).status;
  expect(await read()).toBe(200);
  await identity.call('POST', '/api/auth/sign-out', { bearer: sessionToken });
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  identity.pool.on('acquire', count);
  const statuses: number[] = [];
  for (let sent = 0; sent < 600; sent += 1) statuses.push(await read());
  // A node that never knew the session asks once.
  const node = identity.addNode();
  for (let sent = 0; sent < 200; sent += 1) expect(await node.authenticate(token)).toBeUndefined();
  identity.pool.off('acquire', count);
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
  // Not the last one for certain: what may be asked comes back as time passes.
  expect(statuses).toContain(429);
  // The polls of the nodes may fall into the loop.
  expect(queries).toBeLessThan(20);
});

it('what is none of ours by form or key is refused before cryptography, what looks genuine is announced', async () => {
  const { sessionToken } = await identity.signUp();
  const node = identity.addNode();
  const genuine = await identity.accessToken(sessionToken);
  const [head, body, signature = ''] = genuine.split('.');
  const announced: string[] = [];
  const look = (token: string) => node.authenticate(token, ({ sessionId }) => announced.push(sessionId));
  const foreign = [
    'garbage',
    `${encode({ alg: 'EdDSA', kid: 'unknown' })}.${body}.${signature}`,
    `${encode({ alg: 'EdDSA' })}.${body}.${signature}`,
    `${head}.${encode({ sub: 'x' })}.${signature}`,
    `${head}.${body}`,
  ];
  for (const token of foreign) expect(await look(token)).toBeUndefined();
  expect(announced).toEqual([]);
  const forged = `${head}.${body}.${[...signature].reverse().join('')}`;
  expect(await look(forged)).toBeUndefined();
  expect(announced).toEqual([claimsOf(genuine).sid]);
  expect(await look(genuine)).toBeDefined();
  expect(await look(genuine)).toBeDefined();
  expect(announced).toHaveLength(2);
  const refuse = () => {
    throw new Error('too many');
  };
  await expect(node.authenticate(forged, refuse)).rejects.toThrow('too many');
});
