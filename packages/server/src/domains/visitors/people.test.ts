import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildPhotoForm, uploadPhoto } from '../../testing/product/build-samples.ts';
import { buildTenant, type Tenant } from '../../testing/product/build-tenant.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from './testing/start-visitor-server.ts';
import { createVisitorClient } from './testing/visitor-client.ts';

const profile = z.object({ photoUrl: z.string().nullable(), uid: z.string() });
const OWN = '/v1/upload/profile-photo/';

describe.each(['server', 'embedded'] as const)('the picture of a person on the %s database', (kind) => {
  let app: TestApp;
  let own: Tenant;
  let alien: Tenant;
  beforeAll(async () => {
    app = await startTestApp({ kind });
    own = await buildTenant(app);
    alien = await buildTenant(app);
  });
  afterAll(() => app.close());

  const change = async (method: 'POST' | 'DELETE', { owner }: Tenant) => {
    const body = method === 'POST' ? buildPhotoForm() : undefined;
    const answer = await app.api(method, OWN, { token: owner.accessToken, body });
    expect(answer.status).toBe(200);
    return profile.parse(answer.body).photoUrl;
  };
  const status = async (path: string) => (await app.call('GET', path)).status;
  const idIn = (address: string | null) => new URL(address ?? '', app.url).pathname.split('/').at(-1) ?? '';
  const inWidget = ({ widgetId }: Tenant, fileId: string) => status(`/widget/${widgetId}/people/${fileId}`);

  it('is shown by the widgets of its account alone, and only while it is that', async () => {
    const first = await change('POST', own);
    expect(await status(first ?? '')).toBe(200);
    expect(await inWidget(own, idIn(first))).toBe(200);
    expect(await inWidget(alien, idIn(first))).toBe(404);
    const second = await change('POST', own);
    expect(await inWidget(own, idIn(first))).toBe(404);
    expect(await status(first ?? '')).toBe(404);
    expect(await inWidget(own, idIn(second))).toBe(200);
    expect(await change('DELETE', own)).toBeNull();
    expect(await inWidget(own, idIn(second))).toBe(404);
    expect(await status(second ?? '')).toBe(404);
    expect(await change('DELETE', own)).toBeNull();
  });

  it('outlives the removal of files that nothing refers to, and takes no room twice', async () => {
    const count = async () => {
      const { rows } = await app.pool.query('select files from file_usage where account_id = $1', [
        own.owner.accountId,
      ]);
      return rows[0];
    };
    await change('POST', own);
    const before = await count();
    const kept = await change('POST', own);
    expect(await count()).toEqual(before);
    const { rows } = await app.pool.query('select attached_at is not null as is_kept from files where id = $1', [
      idIn(kept),
    ]);
    expect(rows).toEqual([{ is_kept: true }]);
  });

  it('a file that is nobody’s picture is not served, whatever its id', async () => {
    const other = await uploadPhoto(app, own.owner);
    for (const id of [other.id, own.photo.id, randomUUID(), 'x', '..%2F..%2Fetc%2Fpasswd'])
      expect(await inWidget(own, id), id).toBe(404);
  });

  it('what is no picture is refused, and the former one stays', async () => {
    const kept = await change('POST', own);
    const body = new FormData();
    body.set('file', new File(['<svg onload="alert(1)"/>'], 'a.png', { type: 'image/png' }));
    const refused = await app.api('POST', OWN, { token: own.owner.accessToken, body });
    expect(refused.body).toMatchObject({ code: 'files.wrong_type' });
    expect(await inWidget(own, idIn(kept))).toBe(200);
  });

  it('goes with the person who leaves the account', async () => {
    const address = await change('POST', alien);
    expect(await inWidget(alien, idIn(address))).toBe(200);
    await app.pool.query('delete from members where account_id = $1', [alien.owner.accountId]);
    expect(await inWidget(alien, idIn(address))).toBe(404);
  });
});

describe('in the stream of a visitor', () => {
  let database: TestDatabase;
  let server: VisitorServer;
  beforeAll(async () => {
    database = await startTestDatabase({ kind: 'embedded' });
    server = await startVisitorServer({ database });
  });
  afterAll(async () => {
    await server?.close();
    await database?.close();
  });

  it('a person’s message bears the picture’s address and no id of the person; others bear none', async () => {
    const channel = buildWidgetChannel({});
    server.doors.addChannel(channel);
    const client = createVisitorClient({ url: server.url, channel });
    const visitor = await client.start();
    const { talk, photos } = server.doors;
    const fileId = randomUUID();
    photos.set(`${channel.accountId} SECRET-anna`, fileId);
    const dialog = client.dialogOf(visitor);
    const say = (author: 'operator' | 'assistant', text: string, userId?: string) =>
      talk.change(dialog, { author, authorName: 'Анна', text }, userId);
    say('operator', 'with', 'SECRET-anna');
    say('operator', 'without', 'SECRET-boris');
    say('operator', 'from the platform');
    say('assistant', 'assistant', 'SECRET-anna');
    const stream = await client.open(visitor.token);
    const seen = await stream.until('message', 4);
    stream.close();
    expect(seen.map(({ data }) => [data.text, data.picture])).toEqual([
      ['with', `/widget/${channel.id}/people/${fileId}`],
      ['without', null],
      ['from the platform', null],
      ['assistant', null],
    ]);
    expect(JSON.stringify(seen)).not.toContain('SECRET');
    expect(JSON.stringify(seen)).not.toContain(channel.accountId);
  });
});
