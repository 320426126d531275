import { z } from 'zod';
import { ConnectorError } from '../../port.ts';
import { callGraph, type GraphAccess } from './call-graph.ts';
import { metaId } from './envelope.ts';
import type { MetaApp } from './tokens.ts';

// https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps and
// https://developers.facebook.com/docs/graph-api/reference/application/subscriptions, read 2026-11-23.

/**
 * What a page tells us of, its Instagram account included; without echoes nobody would know what was written at the
 * platform. Each call replaces the list, so all channels of a page give the same one.
 */
export const pageFields = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'messaging_handovers',
  'standby',
] as const;

const done = z.object({ success: z.literal(true) });
const apps = z.object({ data: z.array(z.object({ id: metaId })) });
const callbacks = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: z.string().catch(''),
      active: z.boolean().catch(true),
      fields: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).catch([]),
    }),
  ),
});

/** Makes the application hear of an account: a page, or an Instagram account. */
export async function subscribeApp(access: GraphAccess, account: string, fields: readonly string[]): Promise<void> {
  const query = { subscribed_fields: fields.join(',') };
  await callGraph(access, { method: 'POST', path: `${account}/subscribed_apps`, query, result: done });
}

/** Applications that hear of an account. */
export async function listSubscribedApps(access: GraphAccess, account: string): Promise<string[]> {
  const { data } = await callGraph(access, { path: `${account}/subscribed_apps`, result: apps });
  return data.map(({ id }) => id);
}

/** What all channels of a page share, the page's own and its Instagram account's, where one application serves both. */
export const pageSubscription = ({ appId, pageId }: { appId: string; pageId: string }): string =>
  `meta subscription of ${appId} to ${pageId}`;

/** A revoked token has nothing left to take away. */
export async function unsubscribeLeft(access: GraphAccess, account: string): Promise<void> {
  await unsubscribeApp(access, account).catch((error: unknown) => {
    const isRevoked = error instanceof ConnectorError && error.kind === 'unauthorized';
    if (!isRevoked) throw error;
  });
}

async function unsubscribeApp(access: GraphAccess, account: string): Promise<void> {
  await callGraph(access, { method: 'DELETE', path: `${account}/subscribed_apps`, result: done });
}

/** The one address of an application for a kind of accounts, with what is told there; undefined where none is set. */
export async function findCallback(
  { io }: Pick<GraphAccess, 'io'>,
  app: MetaApp,
  object: string,
): Promise<{ url: string; fields: string[] } | undefined> {
  const access = { token: `${app.id}|${app.secret}`, io };
  const call = { path: `${encodeURIComponent(app.id)}/subscriptions`, secrets: [app.secret], result: callbacks };
  const found = (await callGraph(access, call)).data.find((one) => one.object === object && one.active);
  return found && { url: found.callback_url, fields: found.fields };
}
