import { connectState } from '@otvet/contract';
import type { startSimulatedFacebook } from '@otvet/simulators';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ChannelPath, PUBLIC_URL } from '../../../../testing/channel-path/open-channel-path.ts';
import { itKeepsOrderInAStorm } from '../../../../testing/channel-path/path-scenarios.ts';
import { buildBase } from '../../../../testing/product/build-samples.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { signatureOf, toWire } from './meta-sample.ts';

// What the channels of one page go through alike, whichever of them it is.

type Page = Pick<
  Awaited<ReturnType<typeof startSimulatedFacebook>>,
  keyof ChannelPath['platform'] | 'saveCallback' | 'app' | 'pageId' | 'simulator'
>;
export type MetaPath = ChannelPath<Page>;

const shownStep = z.object({ step: z.object({ shown: z.string() }) });

/** The owner's own application: its address is entered at the platform by hand. `account`: what the last step shows. */
export function itIsConnectedByOwnApplication(path: MetaPath, { type, account }: { type: string; account: object }) {
  it('is connected step by step; the platform is asked whether the owner has entered our address', async () => {
    const { ask, platform } = path;
    const base = await buildBase(path.app, path.owner);
    const begun = await ask('POST', `/v1/connecting/${type}/`, { knowledgeBaseId: base.id });
    path.channelId = String(begun.body.id);
    const advance = (input: object) => ask('POST', `/v1/connecting/${path.channelId}/advance/`, { input });
    const enter = (values: object) =>
      advance({ kind: 'fields', step: 'credentials', values: { ...platform.credentials, ...values } });
    expect((await enter({ appSecret: 'abc' })).body).toMatchObject({ details: { appSecret: 'app_secret_invalid' } });
    expect((await enter({ pageToken: 'EAAnobody' })).body).toMatchObject({ details: { pageToken: 'token_invalid' } });
    const { shown: lines } = shownStep.parse((await enter({})).body).step;
    const hook = `${PUBLIC_URL}/hooks/${type}/${path.channelId}`;
    expect(lines.split('\n')).toEqual([hook, expect.stringMatching(/^.{20,}$/)]);
    const early = await advance({ kind: 'code', step: 'callback' });
    expect(early.body).toMatchObject({ details: { reason: 'callback_missing' } });
    expect(await platform.saveCallback(lines.replace(/.$/, '?'))).toBe(false);
    expect(await platform.saveCallback(lines)).toBe(true);
    const last = await advance({ kind: 'code', step: 'callback' });
    expect(connectState.parse(last.body)).toMatchObject({ step: { kind: 'review', account } });
    const done = await advance({ kind: 'review', step: 'review' });
    expect(done.body, done.text).toMatchObject({ status: 'done', channel: { id: path.channelId, type } });
    expect(platform.simulator.subscribersOf(platform.pageId)).toEqual([platform.app.id]);
  });
}

export function itShowsAnswersFromTheInbox(
  path: MetaPath,
  { accountId, from }: { accountId: () => string; from: { id: string; name: string } },
): void {
  it('what a person writes in the page inbox stands in the dialog as the operator’s', async () => {
    path.platform.simulator.personAnswers({ accountId: accountId(), from, text: 'Пишу из приложения' });
    await waitUntil(async () => (await path.textsBy('operator', from)).includes('Пишу из приложения'));
  });
}

/** `accountId`: whose events they are, `object`: what the platform calls its kind. */
export function describeEvents(
  path: MetaPath,
  of: { type: string; object: string; accountId: () => string; customerId: string; late: string },
): void {
  /** Our own answers go on coming back. */
  const rows = async () => {
    const sql = `select count(*) from inbound_events where event_id like 'message:%' and payload::text not like '%is_echo%'`;
    return Number((await path.app.pool.query(sql)).rows[0].count);
  };

  describe('what comes to the address', () => {
    itKeepsOrderInAStorm(path, { from: { id: of.late, name: 'Кира' }, rows });

    it('a foreign signature, a changed byte, no signature, another page, another secret: 401 and no row', async () => {
      const { secret, instagramSecret } = path.platform.app;
      const accountId = of.accountId();
      const message = { mid: 'm_x', text: 'x' };
      const item = { sender: { id: of.customerId }, recipient: { id: accountId }, timestamp: 1, message };
      const bodyFor = (id: string) => toWire({ object: of.object, entry: [{ id, time: 1, messaging: [item] }] });
      const body = bodyFor(accountId);
      const before = await rows();
      const hook = `/hooks/${of.type}/${path.channelId}`;
      const statuses: number[] = [];
      for (const [address, bytes, signature] of [
        [hook, body, signatureOf(body, instagramSecret)],
        [hook, Buffer.from(body.toString().replace('m_x', 'm_y')), signatureOf(body, secret)],
        [hook, bodyFor('42'), signatureOf(bodyFor('42'), secret)],
        [hook, body, ''],
        // No application of the installation: nothing proves anything at the address of all.
        [`/hooks/${of.type}`, body, signatureOf(body, '')],
      ] as const) {
        const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
        statuses.push((await path.app.call('POST', address, { body: bytes, headers })).status);
      }
      statuses.push((await path.app.call('POST', hook, { body })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
      expect(await rows()).toBe(before);
    });
  });
}

/** Another account tries to connect what is connected here; then the channel is unlinked. */
export function itIsConnectedOnce(path: MetaPath, type: string, afterwards: () => void = () => undefined): void {
  it('the same account is not connected twice, and unlinking takes away what is its own', async () => {
    const other = await path.app.signUp();
    const call = (address: string, body: object) => path.app.api('POST', address, { token: other.accessToken, body });
    const begun = await call(`/v1/connecting/${type}/`, {});
    const advance = (input: object) => call(`/v1/connecting/${begun.body.id}/advance/`, { input });
    const refused = await advance({ kind: 'fields', step: 'credentials', values: path.platform.credentials });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'channels.already_connected' }),
    ]);
    expect(refused.text).not.toContain(path.channelId);
    expect((await path.ask('DELETE', `/v1/connect/${type}/${path.channelId}/`)).status).toBe(201);
    afterwards();
  });
}
