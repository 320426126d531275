import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TestApp } from '../start-test-app.ts';
import {
  addPhoto,
  buildBase,
  buildDialog,
  buildPairsFile,
  buildPhotoForm,
  buildSource,
  buildTelegram,
  buildTextFile,
  buildWidget,
  type Dialog,
  expectOk,
  uploadPhoto,
} from './build-samples.ts';
import type { Input } from './contract-calls.ts';
import { GOOD_PASSWORD, type Person } from './sign-up-people.ts';

/** An account with one of everything. */
export type Tenant = {
  owner: Person;
  baseId: string;
  pairId: string;
  sourceId: string;
  passageId: string;
  findingId: string;
  importId: string;
  widgetId: string;
  telegramId: string;
  botToken: string;
  connectingId: string;
  dialog: Dialog;
  photo: { id: string; url: string };
  /** It stands in the pair. */
  pairPhotoId: string;
};

export async function buildTenant(app: TestApp): Promise<Tenant> {
  const owner = await app.signUp();
  const base = await buildBase(app, owner);
  const { channelId: widgetId } = await buildWidget(app, owner, { knowledgeBaseId: base.id });
  const bot = await buildTelegram(app, owner, { knowledgeBaseId: base.id });
  const dialog = await buildDialog(app, { person: owner, channelId: widgetId });
  const photo = await uploadPhoto(app, owner);
  const source = await buildSource(app, owner, base.id);
  return {
    owner,
    baseId: base.id,
    pairId: base.pairIds[0] ?? '',
    ...source,
    findingId: await buildFinding(app, owner, base.id),
    importId: await importPairs(app, owner, base.id),
    widgetId,
    telegramId: bot.channelId,
    botToken: bot.token,
    connectingId: await beginConnecting(app, owner),
    dialog,
    photo,
    pairPhotoId: await addPhoto(app, owner, base.pairIds[0] ?? ''),
  };
}

/** Takes pairs of a page into a base; the id of the import. */
export async function importPairs(app: TestApp, { accessToken: token }: Person, baseId: string): Promise<string> {
  const body = { pairs: [{ question: `Есть ли рассрочка ${randomUUID()}?`, answer: 'Да.' }] };
  const taken = expectOk(await app.api('POST', `/v1/upload/take-page-pairs/${baseId}/`, { token, body }));
  return z.object({ importId: z.string() }).parse(taken.body).importId;
}

/** A base that says one thing in two ways, as it was found. The other base is looked through too, not later by itself. */
async function buildFinding(app: TestApp, owner: Person, otherId: string): Promise<string> {
  const { id } = await buildBase(app, owner, [
    ['Сколько стоит упаковка букета?', 'Упаковка букета стоит 150 ₽.'],
    ['Какая цена упаковки букета?', '200 рублей.'],
  ]);
  const check = async (baseId: string) =>
    expectOk(await app.api('POST', `/v1/learning/check-findings/${baseId}/`, { token: owner.accessToken, body: {} }));
  await check(otherId);
  const { body } = await check(id);
  return z.object({ findings: z.array(withId).length(1) }).parse(body).findings[0]?.id ?? '';
}

const withId = z.object({ id: z.string() });

/** A channel that an owner has begun to connect. */
export async function beginConnecting(app: TestApp, { accessToken: token }: Person): Promise<string> {
  return withId.parse((await app.api('POST', '/v1/connecting/telegram/', { token, body: {} })).body).id;
}

const photo = () => buildPhotoForm().get('file');
const mailedToken = 'A'.repeat(43);

function buildChannelInputs(tenant: Tenant): Record<string, () => Input> {
  const { baseId, widgetId, telegramId, botToken } = tenant;
  const onConnecting = () => ({ id: tenant.connectingId });
  return {
    'channels.connect': () => ({ channelType: 'telegram', token: botToken, knowledgeBaseId: baseId }),
    'channels.update': () => ({ channelType: 'widget', id: widgetId, name: 'Витрина', knowledgeBaseId: baseId }),
    'channels.remove': () => ({ channelType: 'telegram', id: telegramId }),
    'channels.all': () => ({}),
    'channels.one': () => ({ channelType: 'widget', id: widgetId }),
    'channels.templates': () => ({ channelType: 'telegram', id: telegramId }),
    'channels.noticeChat': () => ({ channelType: 'telegram', id: telegramId }),
    'channels.validateToken': () => ({ token: botToken }),
    'channels.webhook': () => ({}),
    'channels.linkedNumbers': () => ({}),
    'channels.officialNumbers': () => ({}),
    'channels.createNumber': () => ({ name: 'Номер', knowledgeBaseId: baseId }),
    'channels.validatePhone': () => ({ phone: '+79161234567' }),
    'channels.request': () => ({ channel: 'MAX', contact: 'anna@shop.example', comment: 'Нужен магазину' }),
    'channels.uploadWidgetPhoto': () => ({ file: photo() }),
    'notices.ask': () => ({ email: `${randomUUID()}@shop.example` }),
    'notices.addresses': () => ({}),
    'notices.confirm': () => ({ token: mailedToken }),
    'connecting.start': () => ({ channelType: 'telegram', name: 'Бот', knowledgeBaseId: baseId }),
    'connecting.all': () => ({}),
    'connecting.one': onConnecting,
    'connecting.advance': () => ({
      ...onConnecting(),
      input: { kind: 'fields', step: 'credentials', values: { token: botToken } },
    }),
    'connecting.restart': onConnecting,
    'connecting.cancel': onConnecting,
    'connecting.finishRedirect': () => ({ query: { state: 'x'.repeat(43), code: 'x' } }),
    'connecting.poll': onConnecting,
  };
}

/** Refused before anybody asks for its name or connects. */
const NEARBY = 'http://127.0.0.1/delivery';
const GOOGLE = 'https://docs.google.com/document/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit';

function buildSourceInputs({ baseId, sourceId, passageId, findingId, importId }: Tenant): Record<string, () => Input> {
  const onSource = () => ({ id: sourceId });
  return {
    'meaning.find': () => ({}),
    'meaning.choose': () => ({ choice: 'off' }),
    'checks.boldness': () => ({ id: baseId }),
    'checks.chooseBoldness': () => ({ id: baseId, boldness: 'bold' }),
    'checks.findings': () => ({ id: baseId }),
    'checks.checkNow': () => ({ id: baseId, sourceId }),
    'checks.known': () => ({ id: baseId, questions: ['сколько стоит доставка'] }),
    'checks.missing': () => ({ id: baseId }),
    'checks.hideMissing': () => ({ id: baseId, fingerprint: 'x'.repeat(43), isHidden: true }),
    'checks.markFinding': () => ({ id: findingId, state: 'ignored' }),
    'pagePairs.propose': () => ({ kbId: baseId, url: NEARBY }),
    'pagePairs.take': () => ({ kbId: baseId, pairs: [{ question: 'Есть ли примерка?', answer: 'Да.' }] }),
    'sources.uploadDocument': () => ({ kbId: baseId, file: [buildTextFile('Склад.txt')], fileHint: 'Склад' }),
    'sources.addGoogleLink': () => ({ id: baseId, url: GOOGLE }),
    'sources.addPage': () => ({ id: baseId, url: NEARBY }),
    'sources.all': () => ({ id: baseId }),
    'sources.passages': () => ({ ...onSource(), passageId }),
    'sources.passage': () => ({ id: passageId }),
    'sources.readAgain': onSource,
    'sources.setCheck': () => ({ ...onSource(), checkEvery: 'never' }),
    'sources.remove': onSource,
    'spreadsheets.checkHeader': () => ({ file: buildPairsFile() }),
    'spreadsheets.importPairs': () => ({ kbId: baseId, file: buildPairsFile() }),
    'spreadsheets.lastImport': () => ({ kbId: baseId }),
    'spreadsheets.undoImport': () => ({ kbId: baseId, importId }),
  };
}

/** For every call of the contract an input that its schema takes, about this tenant's own things. */
export function buildInputs(tenant: Tenant): Record<string, () => Input> {
  const { owner, baseId, pairId, widgetId, telegramId } = tenant;
  const { uniqueId, messageId } = tenant.dialog;
  const onDialog = () => ({ id: uniqueId });
  const onMessage = () => ({ dialogId: uniqueId, messageId });
  return {
    ...buildChannelInputs(tenant),
    ...buildSourceInputs(tenant),
    'chat.allChats': () => ({ cid: widgetId }),
    'chat.messages': onDialog,
    'chat.send': () => ({ id: uniqueId, text: 'Да', urls: [tenant.photo.id], clientId: randomUUID() }),
    'chat.reply': () => ({ ...onMessage(), text: 'Да', clientId: randomUUID() }),
    'chat.retry': onMessage,
    'chat.discard': onMessage,
    'chat.retryMedia': onMessage,
    'chat.pause': onDialog,
    'chat.resume': onDialog,
    'chat.ban': onDialog,
    'chat.unban': onDialog,
    'chat.markAsRead': onDialog,
    'chat.markAsUnread': onDialog,
    'chat.testMessage': () => ({ channelId: widgetId, knowledgeBaseId: baseId, text: 'Сколько стоит доставка?' }),
    'chat.profileLink': () => ({ chatId: '777', channelId: telegramId }),
    'chat.init': () => ({}),
    'chat.uploadPhotos': () => ({ file: photo() }),
    'learning.all': () => ({}),
    'learning.one': () => ({ id: baseId }),
    'learning.create': () => ({ name: 'Возврат' }),
    'learning.update': () => ({ id: baseId, name: 'Доставка и оплата' }),
    'learning.remove': () => ({ id: baseId }),
    'learning.pairs': () => ({ kbId: baseId, search: 'доставка' }),
    'learning.pair': () => ({ id: pairId }),
    'learning.createPair': () => ({ kbId: baseId, question: 'Где вы?', answer: 'В центре.', phrasings: ['Ваш адрес'] }),
    'learning.createPairs': () => ({ kbId: baseId, pairs: [{ question: 'Где вы сидите?', answer: 'В центре.' }] }),
    'learning.updatePair': () => ({ id: pairId, question: 'Где вы?', answer: 'В центре.' }),
    'learning.removePair': () => ({ id: pairId }),
    'learning.photos': () => ({}),
    'learning.addPairPhoto': () => ({ id: pairId, photoId: tenant.photo.id }),
    'learning.removePairPhoto': () => ({ id: tenant.pairPhotoId }),
    'learning.removePhoto': () => ({ id: tenant.pairPhotoId }),
    'user.register': () => ({
      email: `${randomUUID()}@shop.example`,
      password: GOOD_PASSWORD,
      name: 'Анна',
      locale: 'ru',
      privacyAccepted: true,
    }),
    'user.signUpOffer': () => ({}),
    'user.checkEmail': () => ({ email: owner.email }),
    'user.forgotPassword': () => ({ email: 'nobody@shop.example', locale: 'ru' }),
    'user.resetPassword': () => ({ token: mailedToken, password: GOOD_PASSWORD }),
    'user.passwordResetToken': () => ({}),
    'user.changePassword': () => ({ currentPassword: 'wrong password here', newPassword: 'eleven loud rivers' }),
    'user.updateEmail': () => ({ email: `${randomUUID()}@shop.example`, password: 'wrong password here' }),
    'user.confirmEmail': () => ({ token: mailedToken }),
    'user.signInAs': () => ({ token: mailedToken }),
    'user.data': () => ({ userId: owner.uid }),
    'user.updateData': () => ({ userId: owner.uid, name: 'Анна' }),
    'user.uploadPhoto': () => ({ file: photo() }),
    'user.removePhoto': () => ({}),
  };
}
