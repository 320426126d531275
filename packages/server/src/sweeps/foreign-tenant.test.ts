import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVisitor, uploadPhoto, visitorWrites } from '../testing/product/build-samples.ts';
import { buildInputs, buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { type ContractCall, type Input, listContractCalls, sendCall } from '../testing/product/contract-calls.ts';
import { dumpAccount } from '../testing/product/dump-account.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

const calls = listContractCalls();
let app: TestApp;
let alien: Tenant;
let own: Tenant;

beforeAll(async () => {
  app = await startTestApp({ rates: uncounted });
  alien = await buildTenant(app);
  own = await buildTenant(app);
});
afterAll(() => app.close());

/** Names of fields that hold the id of something stored. */
function idFieldsOf(call: ContractCall): string[] {
  const isId = (name: string) =>
    name !== 'clientId' &&
    name !== 'partnerId' &&
    // A chat of the platform, which is nobody's row.
    name !== 'telegramChatId' &&
    (/(?:^id|Id|^cid|^urls)$/.test(name) || call.fields[name]?.format === 'uuid');
  return Object.keys(call.fields).filter(isId);
}

type Ids = { alien: unknown; missing: unknown };

/** For one field of one call: the other account's id, and one of the same form that nothing has. */
function idsOf(call: ContractCall, field: string): Ids {
  const ofAlien = buildInputs(alien)[call.name]?.()[field];
  if (field === 'urls') return { alien: [alien.photo.id], missing: [randomUUID()] };
  if (field === 'replaces') return { alien: alien.sourceId, missing: randomUUID() };
  if (field === 'userId') return { alien: alien.owner.uid, missing: randomUUID() };
  if (field === 'chatId') return { alien: alien.dialog.visitor.chatId, missing: randomUUID() };
  const isDialog = typeof ofAlien === 'string' && ofAlien.includes('_');
  return { alien: ofAlien, missing: isDialog ? `${randomUUID()}_${randomUUID()}` : randomUUID() };
}

const withIds = calls.flatMap((call) =>
  idFieldsOf(call).map((field) => ({ call, field, name: `${call.name} ${field}` })),
);

/** What a missing thing answers where it is not 404. */
const otherwise: Record<string, number> = {
  'chat.allChats cid': 200,
  'chat.send urls': 400,
  // No such customer: the link stays empty (specification, section 8).
  'chat.profileLink chatId': 200,
  'chat.profileLink channelId': 200,
};

it('the walk finds calls with ids in path, query and body', () => {
  const names = withIds.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(28);
  expect(names).toEqual(
    expect.arrayContaining(['chat.messages id', 'chat.allChats cid', 'channels.connect knowledgeBaseId']),
  );
});

describe('the id of another account is as missing as one that nobody has, and nothing changes', () => {
  it.each(withIds)('$name', async ({ call, field, name }) => {
    const before = await dumpAccount(app.pool, alien.owner.accountId);
    const input = buildInputs(own)[call.name]?.() ?? {};
    const ids = idsOf(call, field);
    expect(ids.alien, `an id of the other account for ${name}`).toBeDefined();
    const ask = (value: unknown) => {
      const asked: Input = { ...input, [field]: value };
      if (call.name === 'channels.connect') asked.token = app.telegram.registerBot().token;
      return sendCall(app, { call, input: asked, token: own.owner.accessToken });
    };
    const missing = await ask(ids.missing);
    const foreign = await ask(ids.alien);
    expect([missing.status, missing.body.code], missing.text).toEqual([otherwise[name] ?? 404, foreign.body.code]);
    expect(foreign.status, foreign.text).toBe(missing.status);
    if (name === 'chat.allChats cid') expect(foreign.body).toEqual({ chats: [], count: 0 });
    expect(foreign.text).not.toContain(alien.owner.accountId);
    expect(await dumpAccount(app.pool, alien.owner.accountId)).toEqual(before);
  });
});

it('lists and counts hold nothing of the other account', async () => {
  for (const name of ['channels.all', 'chat.allChats', 'chat.init', 'learning.all', 'user.data']) {
    const call = calls.find((candidate) => candidate.name === name);
    if (call === undefined) throw new Error(`No call ${name}`);
    const input = name === 'chat.allChats' ? {} : (buildInputs(own)[name]?.() ?? {});
    const { text } = await sendCall(app, { call, input, token: own.owner.accessToken });
    for (const id of [alien.widgetId, alien.telegramId, alien.baseId, alien.dialog.visitor.chatId, alien.owner.uid])
      expect(text).not.toContain(id);
  }
});

it('a signed link opens its own file alone, whichever part is changed', async () => {
  const link = new URL(alien.photo.url, app.url);
  expect((await app.call('GET', `${link.pathname}${link.search}`)).status).toBe(200);
  const mine = (await uploadPhoto(app, own.owner)).url;
  const [, , account = '', file = ''] = link.pathname.split('/');
  const [, , myAccount = '', myFile = ''] = new URL(mine, app.url).pathname.split('/');
  const mySearch = new URL(mine, app.url).search;
  const exp = link.searchParams.get('exp') ?? '';
  const sig = link.searchParams.get('sig') ?? '';
  const forged = [
    `/files/${account}/${file}${mySearch}`,
    `/files/${myAccount}/${file}${link.search}`,
    `/files/${account}/${myFile}${link.search}`,
    `/files/${myAccount}/${file}${mySearch}`,
    `/files/${account}/${file}?exp=${Number(exp) + 3600}&sig=${sig}`,
    `/files/${account}/${file}?exp=${exp}&sig=${sig.slice(0, -2)}AA`,
    `/files/${account}/${file}`,
    `/files/${account}/${file}?exp=${exp}&exp=${exp}&sig=${sig}`,
  ];
  for (const path of forged) expect((await app.call('GET', path)).status, path).toBe(404);
});

describe('visitors', () => {
  it('the token of one widget opens nothing of another', async () => {
    const visitor = await startVisitor(app, own.widgetId);
    const crossed = { ...visitor, channelId: alien.widgetId };
    expect((await visitorWrites(app, crossed, 'Здравствуйте')).status).toBe(404);
    const { token } = visitor;
    for (const path of ['events', `files/${alien.photo.id}`])
      expect((await app.call('GET', `/widget/${alien.widgetId}/${path}`, { token })).status).toBe(404);
    const known = await app.call('POST', `/widget/${alien.widgetId}/start`, { body: { token, locale: 'ru' } });
    expect(known.body.dialogId).not.toBe(visitor.chatId);
  });

  it('an operator’s picture and another visitor’s file are not served to a visitor', async () => {
    const visitor = await startVisitor(app, own.widgetId);
    for (const id of [own.photo.id, alien.photo.id, randomUUID(), '../../etc/passwd', '%00']) {
      const path = `/widget/${own.widgetId}/files/${encodeURIComponent(id)}`;
      expect((await app.call('GET', path, { token: visitor.token })).status, id).toBe(404);
    }
  });

  it('a logo of another account’s file is never shown', async () => {
    const body = { options: { customWidgetLogo: alien.photo.url } };
    await app.api('PUT', `/v1/connect/widget/${own.widgetId}/`, { token: own.owner.accessToken, body });
    expect((await app.call('GET', `/widget/${own.widgetId}/logo`)).status).toBe(404);
  });
});
