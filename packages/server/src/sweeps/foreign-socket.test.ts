import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDialog, until, visitorWrites } from '../testing/product/build-samples.ts';
import { buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;
let own: Tenant;
let alien: Tenant;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp();
  own = await buildTenant(app);
  alien = await buildTenant(app);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});

type Heard = { socket: Socket; events: { name: string; text: string }[] };

function open(token: string): Promise<Heard> {
  const socket = io(app.url, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    extraHeaders: { origin: app.url },
  });
  sockets.push(socket);
  const events: Heard['events'] = [];
  socket.onAny((name: string, ...payload: unknown[]) => events.push({ name, text: JSON.stringify(payload) }));
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve({ socket, events }));
    socket.on('connect_error', reject);
  });
}

/** An account's widget, and its base, which is still checked in the background after it was built. */
function isOwn({ name, text }: Heard['events'][number], { baseId, widgetId }: Tenant): boolean {
  const isAbout = (id: string) => text === JSON.stringify([{ id }]);
  return (name === 'knowledge.changed' && isAbout(baseId)) || (name === 'channel.changed' && isAbout(widgetId));
}

/** Changes the account's own widget and waits until its socket heard so; gives what else came before: sockets keep the order. */
async function hearUntilOwnChange({ events }: Heard, tenant: Tenant): Promise<Heard['events']> {
  const { owner, widgetId } = tenant;
  const before = events.length;
  const body = { name: 'Своё имя' };
  await app.api('PUT', `/v1/connect/widget/${widgetId}/`, { token: owner.accessToken, body });
  const isChange = (event: Heard['events'][number]) => event.name === 'channel.changed' && isOwn(event, tenant);
  await until(async () => events.slice(before).some(isChange) || undefined);
  return events.filter((event) => !isOwn(event, tenant));
}

it('everything that happens in one account is heard there, and nothing of it in another', async () => {
  const mine = await open(own.owner.accessToken);
  const theirs = await open(alien.owner.accessToken);
  const token = alien.owner.accessToken;
  await buildDialog(app, { person: alien.owner, channelId: alien.widgetId }, 'Сколько стоит доставка?');
  await app.call('POST', `/widget/${alien.widgetId}/typing`, { token: alien.dialog.visitor.token });
  await app.api('PUT', `/v1/connect/widget/${alien.widgetId}/`, { token, body: { name: 'Новое имя' } });
  await app.api('PUT', `/v1/learning/knowledgebase/${alien.baseId}/`, { token, body: { name: 'Новое имя' } });
  await app.api('PUT', `/v1/usersData/${alien.owner.uid}/data/`, { token, body: { name: 'Пётр' } });
  const wanted = ['dialog.changed', 'dialog.typing', 'channel.changed', 'knowledge.changed', 'user-data.changed'];
  await until(async () => wanted.every((name) => theirs.events.some((event) => event.name === name)) || undefined);
  expect(await hearUntilOwnChange(mine, own)).toEqual([]);
});

it('typing in a dialog of another account reaches neither its people nor its visitor', async () => {
  const mine = await open(own.owner.accessToken);
  const theirs = await open(alien.owner.accessToken);
  for (const uniqueId of [
    alien.dialog.uniqueId,
    `__proto___${alien.widgetId}`,
    `x\u0000_${alien.widgetId}`,
    '__proto__',
    'constructor',
  ])
    mine.socket.emit('typing', { uniqueId });
  mine.socket.emit('typing', { uniqueId: own.dialog.uniqueId });
  await until(async () => mine.events.some(({ name }) => name === 'dialog.typing') || undefined);
  // The answer to what their own visitor asked above may still come: it is theirs.
  const heard = await hearUntilOwnChange(theirs, alien);
  expect(heard.filter(({ name }) => name === 'dialog.typing')).toEqual([]);
  expect(mine.socket.connected).toBe(true);
});

it('no event opens a room; unknown ones end the socket and the product keeps running', async () => {
  for (const frame of [
    ['join', `account:${alien.owner.accountId}`],
    ['__proto__', {}],
    ['constructor', {}],
    ['typing', { uniqueId: ['x'] }],
  ]) {
    const mine = await open(own.owner.accessToken);
    mine.socket.emit(String(frame[0]), frame[1]);
    await until(async () => !mine.socket.connected || undefined);
    await visitorWrites(app, alien.dialog.visitor, 'Вы здесь?');
    expect(mine.events.filter((event) => !isOwn(event, own))).toEqual([]);
  }
  expect((await app.call('GET', '/ready')).status).toBe(200);
});

it('session, visitor and empty tokens open no socket', async () => {
  for (const token of [own.owner.sessionToken, own.dialog.visitor.token, '', 'null', '__proto__'])
    await expect(open(token)).rejects.toThrow('auth.required');
});

it('who signs out loses the socket at once', async () => {
  const person = await app.signUp();
  const { socket } = await open(person.accessToken);
  await app.api('POST', '/auth/sign-out', { token: person.sessionToken, body: {} });
  await until(async () => !socket.connected || undefined);
  expect((await app.api('GET', '/v1/chat/init/', { token: person.accessToken })).status).toBe(401);
});
