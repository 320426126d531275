import { randomUUID } from 'node:crypto';
import { type Role, roles } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInputs, buildTenant } from '../testing/product/build-tenant.ts';
import { type ContractCall, type Input, listContractCalls, sendCall } from '../testing/product/contract-calls.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

const calls = listContractCalls();
const principals = [
  'owner',
  'integrator',
  'manager_all',
  'manager_read_and_write',
  'impersonated',
  'anonymous',
] as const;
type Principal = (typeof principals)[number];

const anybody = [...principals];
const members = principals.filter((principal) => principal !== 'anonymous');
const administrators: Principal[] = ['owner', 'integrator', 'impersonated'];
const answering: Principal[] = [...administrators, 'manager_all'];
const notSupport = members.filter((principal) => principal !== 'impersonated');

/** Written by hand from section 6 of the specification, beside the table of the contract: who may call what. */
const mayCall: Record<string, Principal[]> = {
  'channels.connect': administrators,
  'channels.update': administrators,
  'channels.remove': administrators,
  'channels.all': members,
  'channels.one': administrators,
  'channels.templates': answering,
  'channels.validateToken': administrators,
  'channels.noticeChat': administrators,
  'channels.webhook': administrators,
  'channels.linkedNumbers': administrators,
  'channels.officialNumbers': administrators,
  'channels.createNumber': administrators,
  'channels.validatePhone': administrators,
  'channels.request': administrators,
  'notices.ask': administrators,
  'notices.addresses': administrators,
  'notices.confirm': anybody,
  'channels.uploadWidgetPhoto': administrators,
  'connecting.start': administrators,
  'connecting.all': administrators,
  'connecting.one': administrators,
  'connecting.advance': administrators,
  'connecting.restart': administrators,
  'connecting.cancel': administrators,
  'connecting.finishRedirect': administrators,
  'connecting.poll': administrators,
  'chat.allChats': members,
  'chat.messages': members,
  'chat.send': answering,
  'chat.reply': answering,
  'chat.retry': answering,
  'chat.discard': answering,
  'chat.retryMedia': answering,
  'chat.pause': answering,
  'chat.resume': answering,
  'chat.ban': answering,
  'chat.unban': answering,
  'chat.markAsRead': members,
  'chat.markAsUnread': members,
  'chat.testMessage': answering,
  'chat.profileLink': members,
  'chat.init': members,
  'chat.uploadPhotos': answering,
  'checks.boldness': answering,
  'checks.chooseBoldness': administrators,
  'checks.findings': answering,
  'checks.checkNow': answering,
  'checks.known': answering,
  'checks.missing': answering,
  'checks.hideMissing': answering,
  'checks.markFinding': answering,
  'meaning.find': answering,
  'meaning.choose': administrators,
  'learning.all': answering,
  'learning.one': answering,
  'learning.create': administrators,
  'learning.update': administrators,
  'learning.remove': administrators,
  'learning.pairs': answering,
  'learning.pair': answering,
  'learning.createPair': answering,
  'learning.createPairs': answering,
  'learning.updatePair': answering,
  'learning.removePair': answering,
  'learning.photos': answering,
  'learning.addPairPhoto': answering,
  'learning.removePairPhoto': answering,
  'learning.removePhoto': answering,
  'pagePairs.propose': administrators,
  'pagePairs.take': answering,
  'sources.uploadDocument': administrators,
  'sources.addGoogleLink': administrators,
  'sources.addPage': administrators,
  'sources.all': answering,
  'sources.passages': answering,
  'sources.passage': answering,
  'sources.readAgain': administrators,
  'sources.setCheck': administrators,
  'sources.remove': administrators,
  'spreadsheets.checkHeader': answering,
  'spreadsheets.importPairs': answering,
  'spreadsheets.lastImport': answering,
  'spreadsheets.undoImport': answering,
  'user.register': anybody,
  'user.signUpOffer': anybody,
  'user.checkEmail': anybody,
  'user.forgotPassword': anybody,
  'user.resetPassword': anybody,
  'user.passwordResetToken': notSupport,
  'user.changePassword': notSupport,
  'user.updateEmail': notSupport,
  'user.confirmEmail': anybody,
  'user.signInAs': anybody,
  'user.data': members,
  'user.updateData': members,
  'user.uploadPhoto': members,
  'user.removePhoto': members,
};

/** Words of customers in a base: shown to nobody who may not read the dialogs they are from. */
const withWordsOfCustomers = [
  'checks.missing',
  'checks.hideMissing',
  'checks.findings',
  'checks.checkNow',
  'checks.markFinding',
];

let app: TestApp;
let tokens: Record<Principal, string | undefined>;
let inputs: Record<string, () => Input>;

beforeAll(async () => {
  app = await startTestApp({ rates: uncounted });
  const tenant = await buildTenant(app);
  const { owner } = tenant;
  const memberOf = async (role: Role) => (await app.addMember(owner.accountId, role)).accessToken;
  tokens = {
    owner: owner.accessToken,
    integrator: await memberOf('integrator'),
    manager_all: await memberOf('manager_all'),
    manager_read_and_write: await memberOf('manager_read_and_write'),
    impersonated: (await app.impersonate(owner)).accessToken,
    anonymous: undefined,
  };
  inputs = buildInputs(tenant);
});
afterAll(() => app.close());

/** The input with every id made one that nobody has, so that an allowed call changes nothing. */
function harmless(call: ContractCall): Input {
  const input = { ...inputs[call.name]?.() };
  for (const [name, value] of Object.entries(input)) {
    const isDialog = typeof value === 'string' && value.includes('_') && /^id$|dialogId/.test(name);
    if (isDialog) input[name] = `${randomUUID()}_${randomUUID()}`;
    else if (/^(?:id|kbId|userId|messageId|knowledgeBaseId|importId)$/.test(name)) input[name] = randomUUID();
  }
  return input;
}

it('the table by hand has every call of the contract and every role', () => {
  expect(Object.keys(mayCall).sort()).toEqual(calls.map(({ name }) => name).sort());
  expect(roles.every((role) => principals.includes(role))).toBe(true);
});

it('words of customers are shown in a base to those alone who may read dialogs', () => {
  for (const name of withWordsOfCustomers)
    expect(mayCall['chat.messages'], name).toEqual(expect.arrayContaining(mayCall[name] ?? ['no such call']));
});

describe('who may call what', () => {
  it.each(calls)('$name', async (call) => {
    const seen: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const principal of principals) {
      const token = tokens[principal];
      const { status, text } = await sendCall(app, { call, input: harmless(call), token });
      expect(status, text).toBeLessThan(500);
      const isRefused = status === 401 || status === 403;
      seen[principal] = isRefused ? `refused ${status}` : 'let in';
      const refusal = principal === 'anonymous' ? 'refused 401' : 'refused 403';
      wanted[principal] = mayCall[call.name]?.includes(principal) ? 'let in' : refusal;
    }
    expect(seen).toEqual(wanted);
  });
});

it('what is refused is refused before the input is looked at', async () => {
  const token = tokens.manager_read_and_write;
  for (const call of calls.filter(({ name }) => !mayCall[name]?.includes('manager_read_and_write'))) {
    const answer = await sendCall(app, { call, input: { ...inputs[call.name]?.(), role: 'owner' }, token });
    expect([call.name, answer.status]).toEqual([call.name, 403]);
  }
});

it('the name of the account is for its owner, whatever else a member may change of himself', async () => {
  const call = calls.find(({ name }) => name === 'user.updateData');
  if (call === undefined) throw new Error('No such call');
  const member = await app.addMember((await app.signUp()).accountId, 'integrator');
  const input = { userId: member.uid, accountName: 'Чужая вывеска' };
  expect((await sendCall(app, { call, input, token: member.accessToken })).status).toBe(403);
});
