import { type AuditAction, contract } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { audited } from '../testing/product/audited-calls.ts';
import { addPhoto, until, waitUntilRead } from '../testing/product/build-samples.ts';
import {
  beginConnecting,
  buildInputs,
  buildTenant,
  importPairs,
  type Tenant,
} from '../testing/product/build-tenant.ts';
import {
  type ContractCall,
  type FieldSchema,
  holdsFile,
  type Input,
  listContractCalls,
  sendCall,
} from '../testing/product/contract-calls.ts';
import { listMounted } from '../testing/product/list-mounted.ts';
import { GOOD_PASSWORD } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

/** What a call leaves behind decides when it may be made: these come last, in this order. */
const last = [
  'sources.remove',
  'learning.removePair',
  'learning.remove',
  'channels.remove',
  'user.updateEmail',
  'user.confirmEmail',
  'user.changePassword',
  'user.resetPassword',
];
const calls = listContractCalls().sort((left, right) => last.indexOf(left.name) - last.indexOf(right.name));

let app: TestApp;
let tenant: Tenant;
let inputs: Record<string, () => Input>;

beforeAll(async () => {
  app = await startTestApp({ rates: uncounted });
  tenant = await buildTenant(app);
  inputs = buildInputs(tenant);
});
afterAll(() => app.close());

const inputOf = (call: ContractCall): Input => inputs[call.name]?.() ?? {};
const asOwner = (call: ContractCall, input: Input) => sendCall(app, { call, input, token: tenant.owner.accessToken });

/** Addresses under `/api` that are no calls of the contract, each with its reason. */
const besideTheContract: Record<string, string> = {
  'POST /api/auth/sign-in/email': 'the identity library’s own protocol',
  'POST /api/auth/sign-out': 'the identity library’s own protocol',
  'GET /api/auth/token': 'the identity library’s own protocol',
  'GET /api/auth/get-session': 'the identity library’s own protocol',
  'GET /api/auth/jwks': 'public keys of the identity tokens',
  'GET /api/openapi.json': 'the description of the contract',
  'GET /api/docs': 'the page that shows it',
};

it('every call of the contract is mounted, and every address under /api is in the contract', async () => {
  const routes = (await listMounted()).filter(({ isRest }) => !isRest);
  const mounted = new Set(routes.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`));
  const wanted = calls.map(({ method, path }) => `${method} /api${path}`);
  expect(wanted.filter((route) => !mounted.has(route))).toEqual([]);
  const known = new Set([...wanted, ...Object.keys(besideTheContract)]);
  const bare = (route: string) => route.replace(/\/$/, '');
  const knownBare = new Set([...known].map(bare));
  const extra = [...mounted].filter(
    (route) => route.includes(' /api') && !knownBare.has(bare(route)) && !route.startsWith('HEAD'),
  );
  expect(extra).toEqual([]);
  expect(Object.keys(contract)).toEqual([
    'channels',
    'connecting',
    'chat',
    'checks',
    'learning',
    'meaning',
    'notices',
    'pagePairs',
    'sources',
    'spreadsheets',
    'user',
  ]);
});

/** The token of a mailed link; of those after number `from`. */
async function linkToken(pattern: RegExp, from = 0): Promise<string> {
  return await until(async () =>
    (await app.mails())
      .slice(from)
      .map(({ link }) => pattern.exec(link ?? '')?.[1])
      .findLast((token) => token !== undefined),
  );
}

const beginAgain = async () => ({ id: await beginConnecting(app, tenant.owner) });

/** A message of a person that the platform refused. */
async function sendRejected(): Promise<Input> {
  const sent = await asOwner(callNamed('chat.send'), inputOf(callNamed('chat.send')));
  await app.pool.query("update messages set state = 'rejected' where id = $1", [sent.body.id]);
  return { messageId: sent.body.id };
}

/** What some calls need before they can succeed. */
const prepared: Record<string, () => Promise<Input>> = {
  'channels.connect': async () => ({ token: app.telegram.registerBot().token }),
  'channels.update': async () => ({ name: 'Вторая витрина' }),
  'connecting.one': beginAgain,
  'connecting.advance': async () => ({
    ...(await beginAgain()),
    input: { kind: 'fields', step: 'credentials', values: { token: app.telegram.registerBot().token } },
  }),
  'connecting.restart': beginAgain,
  'connecting.cancel': beginAgain,
  'connecting.poll': beginAgain,
  'chat.retry': sendRejected,
  'chat.discard': sendRejected,
  'notices.confirm': async () => {
    const asked = { email: 'holder@shop.example' };
    await app.api('POST', '/v1/channels/notice-address/', { token: tenant.owner.accessToken, body: asked });
    return { token: await linkToken(/confirm-notices\/#token=([\w-]+)/) };
  },
  'learning.removePairPhoto': async () => ({ id: await addPhoto(app, tenant.owner, tenant.pairId) }),
  'learning.removePhoto': async () => ({ id: await addPhoto(app, tenant.owner, tenant.pairId) }),
  'sources.readAgain': async () => {
    await waitUntilRead(app, tenant.owner, tenant);
    return {};
  },
  'spreadsheets.undoImport': async () => ({ importId: await importPairs(app, tenant.owner, tenant.baseId) }),
  'user.confirmEmail': async () => ({ token: await linkToken(/confirm-email\/#token=([\w-]+)/) }),
  'user.updateEmail': async () => {
    await app.pool.query('update auth_user set email_verified = true where id = $1', [tenant.owner.uid]);
    return { password: GOOD_PASSWORD };
  },
  'user.changePassword': async () => ({ currentPassword: GOOD_PASSWORD }),
  'user.resetPassword': async () => {
    const { rows } = await app.pool.query('select email from auth_user where id = $1', [tenant.owner.uid]);
    const from = (await app.mails()).length;
    await app.api('POST', '/v1/mailer/change-password/', { body: { email: rows[0]?.email } });
    return { token: await linkToken(/forgot-password\/#token=([\w-]+)/, from), password: 'nine slow rivers run' };
  },
  'user.signInAs': async () => {
    const link = await app.app.domains.accounts.createSignInLink({ email: tenant.owner.email, by: 'support' });
    return { token: /signinas\/([\w-]+)/.exec(link ?? '')?.[1] };
  },
};

function callNamed(name: string): ContractCall {
  const call = calls.find((candidate) => candidate.name === name);
  if (call === undefined) throw new Error(`No call ${name}`);
  return call;
}

const withBody = calls.filter(({ method }) => method !== 'GET');
const plainText = (field: FieldSchema) => field.type === 'string' && field.format !== 'binary';

describe('bad input', () => {
  it.each(calls)('$name: an unknown field is refused and named', async (call) => {
    for (const field of ['accountId', 'role', 'createdAt', 'plan', 'owner', 'workspace']) {
      if (field in call.fields) continue;
      const answer = await asOwner(call, { ...inputOf(call), [field]: 'x' });
      expect([answer.status, answer.body.code], answer.text).toEqual([400, 'request.invalid']);
      expect(answer.body.details).toHaveProperty(field);
    }
  });

  it.each(withBody)('$name: lists and objects where texts are expected are refused', async (call) => {
    const input = inputOf(call);
    if (holdsFile(input)) return;
    const texts = Object.keys(call.fields).filter(
      (name) => plainText(call.fields[name] ?? {}) && !call.inPath.includes(name),
    );
    for (const field of texts) {
      for (const value of [[], ['a'], {}, { $ne: null }, 7, true]) {
        const answer = await asOwner(call, { ...input, [field]: value });
        expect([field, value, answer.status], answer.text).toEqual([field, value, 400]);
      }
    }
  });

  it.each(calls.filter(({ method, fields }) => method === 'GET' && Object.keys(fields).length > 0))(
    '$name: a parameter that comes twice, or as a list, is refused',
    async (call) => {
      const input = inputOf(call);
      for (const field of Object.keys(call.fields).filter((name) => !call.inPath.includes(name))) {
        const value = String(input[field] ?? '1');
        const twice = await asOwner(call, { ...input, [field]: [value, value] });
        expect([field, twice.status], twice.text).toEqual([field, 400]);
        const { [field]: _left, ...rest } = input;
        expect((await asOwner(call, { ...rest, [`${field}[]`]: value })).status).toBe(400);
      }
    },
  );

  it.each(calls.filter(({ fields }) => 'limit' in fields))('$name: limits', async (call) => {
    const ask = (page: Input) => asOwner(call, { ...inputOf(call), ...page });
    for (const bad of ['-1', '0', 'NaN', '1.5', '1e9', '', ' 1', '0x10', '99999999999999999999', '١'])
      expect([bad, (await ask({ limit: bad })).status]).toEqual([bad, 400]);
    for (const bad of ['-1', 'NaN', '1.5', '99999999999999999999'])
      expect([bad, (await ask({ offset: bad })).status]).toEqual([bad, 400]);
    expect((await ask({ limit: '999999999' })).status).toBe(200);
    expect((await ask({ offset: '1000000' })).status).toBe(200);
  });

  it('a huge limit is cut to 100', async () => {
    const { baseId, owner } = tenant;
    for (let n = 0; n < 120; n += 1) {
      await app.app.domains.knowledge.pairs.add({
        accountId: owner.accountId,
        knowledgeBaseId: baseId,
        pairs: [{ question: `Вопрос ${n}`, answer: 'Ответ' }],
      });
    }
    const { body } = await asOwner(callNamed('learning.pairs'), { kbId: baseId, limit: '999999999' });
    expect(body.pairs).toHaveLength(100);
  });

  it.each([
    { dialogDelay: 3601 },
    { dialogDelay: -1 },
    { dialogDelay: 1.5 },
    { temperature: 0.05 },
    { temperature: 1.1 },
    { options: { widgetColor: 'red' } },
    { options: { widgetColor: '#ggg' } },
    { options: { widgetColor: '#fff</style><script>' } },
    { options: { socLinks: [{ network: 'site', value: 'javascript:alert(1)' }] } },
    { options: { socLinks: [{ network: 'site', value: 'data:text/html,<script>' }] } },
    { options: { customCss: 'body{}' } },
    { options: { useContactFields: true, requestedFields: [] } },
    { options: { analyticsType: 'ga4', analyticsId: 'UA-1', isAnalitics: true } },
    { options: { analyticsId: '<script>' } },
    { options: { customWidgetLogo: 'javascript:alert(1)' } },
    { options: { customWidgetLogo: 'https://shop.example/logo.png' } },
    { role: 'x'.repeat(8001) },
    { options: { allowedOrigins: ['https://shop.example/path'] } },
    { options: { allowedOrigins: ['*.com'] } },
    { options: { allowedOrigins: ['*.github.io'] } },
    { options: { allowedOrigins: ['javascript:1'] } },
    { options: { allowedOrigins: ['ftp://shop.example'] } },
    { options: { requestedFields: ['name', 'name'] } },
    { inactiveReason: null },
    { createdAt: '2020-01-01T00:00:00Z' },
    { accountName: 'x' },
  ])('channel settings %j are refused', async (settings) => {
    const answer = await asOwner(callNamed('channels.update'), {
      ...inputOf(callNamed('channels.update')),
      ...settings,
    });
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'request.invalid']);
  });

  it('no more of unknown names comes back than is needed to see them', async () => {
    const long = 'x'.repeat(50_000);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_one, index) => [`unknown-${index}`, 1]));
    for (const settings of [{ options: { [long]: 1 } }, { options: many }, { [long]: 'y' }, { [long]: 1 }]) {
      const answer = await asOwner(callNamed('channels.update'), {
        ...inputOf(callNamed('channels.update')),
        ...settings,
      });
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(2000);
    }
  });

  it('a logo must be a picture of the account, named as this server names it', async () => {
    const { owner, photo } = tenant;
    const bytes = Buffer.from('%PDF-1.4');
    const { files } = app.app.platform;
    const file = await files.saveFile({
      accountId: owner.accountId,
      bytes,
      name: 'a.pdf',
      maxBytes: 1000,
      by: { kind: 'platform' },
    });
    const change = (customWidgetLogo: string) => {
      const options = { customWidgetLogo };
      return asOwner(callNamed('channels.update'), { ...inputOf(callNamed('channels.update')), options });
    };
    for (const address of [file.id, `https://evil.example${photo.url}`, `/files/${file.id}/${photo.id}`])
      expect((await change(address)).status, address).toBe(400);
    for (const address of [photo.id, photo.url]) expect((await change(address)).status, address).toBe(201);
  });
});

/** The specification has some calls change things by GET. */
const changingGets = new Set(['chat.ban', 'chat.unban', 'connecting.poll', 'user.passwordResetToken']);

async function countAudit(action: AuditAction): Promise<number> {
  const { rows } = await app.pool.query(
    'select count(*)::int as count from audit_log where action = $1 and actor is not null and ip is not null',
    [action],
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

it('every call that changes something is audited, or there is a reason', () => {
  const changing = calls.filter(({ method, name }) => method !== 'GET' || changingGets.has(name));
  expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(audited).sort());
});

it('of settings the names are audited, and never what they hold', async () => {
  await app.pool.query('delete from audit_log');
  const input = { ...inputOf(callNamed('channels.update')), active: false, role: 'planted instruction' };
  expect((await asOwner(callNamed('channels.update'), input)).status).toBe(201);
  const { rows } = await app.pool.query(
    "select action, actor, object, details, ip from audit_log where action in ('channel.changed', 'channel.switched_off') order by action",
  );
  const object = `channel:${tenant.widgetId}`;
  expect(rows).toEqual([
    { action: 'channel.changed', actor: tenant.owner.uid, object, details: { fields: 'role' }, ip: '127.0.0.1' },
    { action: 'channel.switched_off', actor: tenant.owner.uid, object, details: {}, ip: '127.0.0.1' },
  ]);
});

describe('success codes are those of the specification', () => {
  // A login at the platform is shown by the invented one of the connector suite; an address to paste and a number need
  // a public host, and so does a page, which page-pairs.test.ts looks at.
  const elsewhere = ['connecting.finishRedirect', 'channels.webhook', 'channels.createNumber', 'pagePairs.propose'];
  const possible = calls.filter(({ name }) => !elsewhere.includes(name));
  it.each(possible)('$name: $status', async (call) => {
    const input = { ...inputOf(call), ...(await prepared[call.name]?.()) };
    const action = audited[call.name];
    const before = typeof action === 'string' ? await countAudit(action) : 0;
    const answer = await sendCall(app, { call, input, token: tenant.owner.accessToken });
    expect(answer.status, answer.text).toBe(call.status);
    if (typeof action === 'string') expect(await countAudit(action), action).toBe(before + 1);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
