import { instagramDescriptor } from '@otvet/contract';
import { z } from 'zod';
import { newToken } from '../../platform/time/ids.ts';
import { baseUrlOf } from '../calls/call-vendor.ts';
import { credentialsStep, type FieldsStep, type RedirectStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import {
  type AccountDescription,
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type CredentialRenewal,
} from '../port.ts';
import { callGraph, graphUrl } from '../vendors/meta/call-graph.ts';
import { checkOwnApplication, createCallbackStep } from '../vendors/meta/own-application.ts';
import { createLoginStep, createPageStep, type PageChannel } from '../vendors/meta/page-login.ts';
import { canAnswerFor } from '../vendors/meta/pages.ts';
import {
  findCallback,
  listSubscribedApps,
  pageFields,
  pageSubscription,
  subscribeApp,
  unsubscribeLeft,
} from '../vendors/meta/subscriptions.ts';
import { createWayStep, wayOf } from '../vendors/meta/tell-way.ts';
import { installationApp, requireCode } from '../vendors/meta/tokens.ts';
import { accessAccount, fetchAccount, renewToken } from './api.ts';
import { directFields, isDirect, OBJECT, senderOf } from './payload.ts';

const DAY_MS = 24 * 3_600_000;
/** A token lives for sixty days: a month of tries is left. */
const RENEW_BEFORE_MS = 30 * DAY_MS;
const PERMISSION = 'instagram_manage_messages';
const DIRECT_SCOPES = ['instagram_business_basic', 'instagram_business_manage_messages'];

type Values = Record<string, string>;

const isWay = (values: Values, way: string): boolean => wayOf(values, 'own') === way;

const page: PageChannel = {
  scopes: ['instagram_basic', PERMISSION, 'pages_manage_metadata', 'pages_show_list', 'pages_messaging'],
  isChosen: (values) => isWay(values, 'login'),
  findObstacle: (found) => {
    if (!canAnswerFor(found)) return 'channels.reason.no_rights';
    return found.instagram_business_account ? null : 'channels.reason.no_instagram_account';
  },
  titleOf: ({ name, id, instagram_business_account: linked }) =>
    linked?.username ? `@${linked.username}` : name || id,
  keep: ({ id: pageId, access_token: pageToken = '' }, { id: appId }) => ({ pageToken, appId, pageId }),
};

type Keys = { id: string; secret: string };

function directApp({ vendorKeys }: Pick<ConnectorIo, 'vendorKeys'>): Keys | undefined {
  const { INSTAGRAM_APP_ID: id = '', INSTAGRAM_APP_SECRET: secret = '', META_VERIFY_TOKEN: word = '' } = vendorKeys;
  return id === '' || secret === '' || word === '' ? undefined : { id, secret };
}

function requireDirectApp(io: ConnectorIo): Keys {
  const app = directApp(io);
  if (!app) throw new ConnectorError('unsupported', { reason: 'not_configured' });
  return app;
}

const login = z.object({ access_token: z.string().min(1) });
/** Both forms of the answer are documented. */
const redeemed = z.union([login, z.object({ data: z.array(login).min(1) }).transform(({ data: [first] }) => first)]);

/** The login at Instagram itself: https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
const directLogin: RedirectStep = {
  kind: 'redirect',
  name: 'direct',
  isNeeded: ({ values }) => isWay(values, 'direct'),
  open: ({ state, returnUrl }, { io }) => {
    const scope = DIRECT_SCOPES.join(',');
    const query = { client_id: requireDirectApp(io).id, redirect_uri: returnUrl, response_type: 'code', scope, state };
    return graphUrl(baseUrlOf(io, 'INSTAGRAM_LOGIN_API_URL'), { path: 'oauth/authorize', query, isVersionless: true });
  },
  take: async (query, { returnUrl }, { io, values }) => {
    const app = requireDirectApp(io);
    const code = requireCode(query);
    const body = new FormData();
    const asked = { client_id: app.id, client_secret: app.secret, grant_type: 'authorization_code', code };
    for (const [name, value] of Object.entries({ ...asked, redirect_uri: returnUrl })) body.append(name, value);
    const short = await callGraph(
      { token: '', io, urlKey: 'INSTAGRAM_OAUTH_API_URL' },
      {
        method: 'POST',
        path: 'oauth/access_token',
        body,
        isVersionless: true,
        secrets: [app.secret, code],
        result: redeemed,
      },
    ).catch((error: unknown) => {
      const isRefused = error instanceof ConnectorError && (error.kind === 'rejected' || error.kind === 'unauthorized');
      throw isRefused ? new ConnectorError('unauthorized', { reason: 'login_refused', cause: error }) : error;
    });
    const exchange = { grant_type: 'ig_exchange_token', client_secret: app.secret };
    const renewed = await renewToken(short?.access_token ?? '', { path: 'access_token', query: exchange }, io);
    return { ...values, ...renewed, route: 'direct', appId: app.id };
  },
};

const credentials: FieldsStep = {
  ...credentialsStep(instagramDescriptor),
  settlesAccount: true,
  isNeeded: ({ values }) => isWay(values, 'own'),
  take: async (typed, { values, io }) => {
    const { verifyToken = newToken(io.random) } = values;
    const known = { ...values, ...typed, verifyToken };
    await check(known, io);
    return known;
  },
};

const callback = createCallbackStep({
  object: OBJECT,
  title: 'channels.instagram.callback',
  instructions: ['channels.instagram.callback_1', 'channels.instagram.callback_2', 'channels.instagram.callback_3'],
  isNeeded: ({ values }) => isWay(values, 'own'),
});

export const steps = [
  createWayStep('channels.instagram.way', [
    {
      value: 'login',
      title: 'channels.instagram.way_login',
      hint: 'channels.instagram.way_login_hint',
      isOffered: ({ io }) => installationApp(io) !== undefined,
    },
    {
      value: 'direct',
      title: 'channels.instagram.way_direct',
      hint: 'channels.instagram.way_direct_hint',
      isOffered: ({ io }) => directApp(io) !== undefined,
    },
    {
      value: 'own',
      title: 'channels.instagram.way_own',
      hint: 'channels.instagram.way_own_hint',
      isOffered: () => true,
    },
  ]),
  createLoginStep(page),
  directLogin,
  createPageStep(page, 'channels.instagram.page'),
  credentials,
  callback,
];

/** Whose token it is, and, where the application is the owner's own, whether it is right. */
export const check: Connector['connect']['check'] = async (values, io) => {
  await checkOwnApplication(io, values, { fields: instagramDescriptor.credentials, permission: PERMISSION });
  const account = await fetchAccount(values, io);
  if (!account) throw new ConnectorError('rejected', { reason: 'no_instagram_account', field: 'pageToken' });
  const { id: identity, username, name } = account;
  const profileUrl = username === '' ? null : `https://instagram.com/${encodeURIComponent(username)}`;
  const accountName = username || name || identity;
  return {
    identity,
    accountName,
    title: name || username,
    profileUrl,
    foreignWebhook: null,
  } satisfies AccountDescription;
};

/** The page of a typed token is asked for. */
export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options, io) => {
  const { userToken: _login, ...rest } = keepFirstAddress(credentials, options);
  const account = isDirect({ credentials: rest }) ? undefined : await fetchAccount(rest, io);
  return { ...rest, ...(account && { pageId: account.pageId }) };
};

/** Whether the account tells our application, and an owner's own application tells us. */
export const isDelivering: NonNullable<Connector['connect']['isDelivering']> = async (channel, { webhookUrl }, io) => {
  const { appId = '', appSecret } = channel.credentials;
  const apps = await listSubscribedApps(accessAccount(channel, io), senderOf(channel));
  // Which number Instagram's own host gives an application is not documented: one that is there is ours.
  if (isDirect(channel) ? apps.length === 0 : !apps.includes(appId)) return false;
  if (appSecret === undefined) return true;
  return (await findCallback({ io }, { id: appId, secret: appSecret }, OBJECT))?.url === webhookUrl;
};

export const activate: Connector['connect']['activate'] = async (channel, options, io) => {
  const { webhookUrl } = options;
  if (webhookUrl === null) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  await subscribeApp(accessAccount(channel, io), senderOf(channel), isDirect(channel) ? directFields : pageFields);
  if (!(await isDelivering(channel, options, io))) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  return { ...channel.credentials, webhookUrl };
};

const subscriptionOf = ({ credentials }: ConnectorChannel): string =>
  pageSubscription({ appId: credentials.appId ?? '', pageId: credentials.pageId ?? '' });

export const standsOn: Connector['connect']['standsOn'] = (channel) =>
  isDirect(channel) ? [] : [subscriptionOf(channel)];

/** The page may be connected as a channel of its own. */
export const deactivate: Connector['connect']['deactivate'] = async (channel, io, inUse) => {
  if (!isDirect(channel) && inUse.has(subscriptionOf(channel))) return;
  await unsubscribeLeft(accessAccount(channel, io), senderOf(channel));
};

/** Only tokens of the direct login end by themselves; one that has ended cannot be renewed. */
export const renewal: CredentialRenewal = {
  dueAt: ({ route, tokenEndsAt }) =>
    route !== 'direct' || tokenEndsAt === undefined ? null : new Date(Date.parse(tokenEndsAt) - RENEW_BEFORE_MS),
  renew: async ({ credentials: kept }, io) => {
    const query = { grant_type: 'ig_refresh_token' };
    return { ...kept, ...(await renewToken(kept.pageToken ?? '', { path: 'refresh_access_token', query }, io)) };
  },
};
