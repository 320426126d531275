import { z } from 'zod';
import { baseUrlOf } from '../../calls/call-vendor.ts';
import type { ConnectorIo } from '../../port.ts';
import { callGraph, type GraphAccess, graphUrl } from './call-graph.ts';
import { metaId } from './envelope.ts';
import { inspectToken, type MetaApp } from './tokens.ts';

// https://developers.facebook.com/docs/pages-api/overview and
// https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow, read 2026-11-23.

/** Where people log in, beside the calls. */
export const loginUrls = { META_LOGIN_API_URL: 'https://www.facebook.com' } as const;

/** Keys of an installation's own application; without one of them an owner may still bring his. */
export const metaAppKeys = ['META_APP_ID', 'META_APP_SECRET', 'META_VERIFY_TOKEN'] as const;

/** The page on which a person lets an application in. */
export function loginUrl(
  io: Pick<ConnectorIo, 'vendorUrls'>,
  { app, scopes, state, returnUrl }: { app: MetaApp; scopes: readonly string[]; state: string; returnUrl: string },
): string {
  const query = { client_id: app.id, redirect_uri: returnUrl, state, response_type: 'code', scope: scopes.join(',') };
  return graphUrl(baseUrlOf(io, 'META_LOGIN_API_URL'), { path: 'dialog/oauth', query });
}

const instagramAccount = z.object({ id: metaId, username: z.string().catch(''), name: z.string().catch('') });
const page = z.object({
  id: metaId,
  name: z.string().catch(''),
  /** Missing where the person may not act for the page. */
  access_token: z.string().min(1).optional().catch(undefined),
  tasks: z.array(z.string()).optional().catch(undefined),
  instagram_business_account: instagramAccount.optional().catch(undefined),
});
export type MetaPage = z.output<typeof page>;

const pages = z.object({
  data: z.array(page),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional().catch(undefined), next: z.string().optional() })
    .optional()
    .catch(undefined),
});

const FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username,name}';
const MAX_LISTS = 20;

/** Pages of the person; where the list is empty, those that he ticked during the login. */
export async function listPages(io: ConnectorIo, { app, token }: { app: MetaApp; token: string }): Promise<MetaPage[]> {
  const access = { token, io };
  const listed: MetaPage[] = [];
  let after: string | undefined;
  for (let count = 0; count < MAX_LISTS; count += 1) {
    const query = { fields: FIELDS, limit: '100', ...(after !== undefined && { after }) };
    const { data, paging } = await callGraph(access, { path: 'me/accounts', query, result: pages });
    listed.push(...data);
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return listed.length > 0 ? listed : await listTicked(access, { io, app, token });
}

async function listTicked(
  access: GraphAccess,
  { io, app, token }: { io: ConnectorIo; app: MetaApp; token: string },
): Promise<MetaPage[]> {
  const { targets } = await inspectToken(io, { app, token });
  const ids = new Set(targets.filter(({ scope }) => scope === 'pages_messaging').flatMap(({ ids: found }) => found));
  const found: MetaPage[] = [];
  for (const id of ids)
    found.push(await callGraph(access, { path: encodeURIComponent(id), query: { fields: FIELDS }, result: page }));
  return found;
}

/** Who may not answer messages of a page has no token of it, or lacks a task. */
export const canAnswerFor = ({ access_token: token, tasks }: MetaPage): boolean =>
  token !== undefined && (tasks === undefined || tasks.includes('MESSAGING') || tasks.includes('MODERATE'));
