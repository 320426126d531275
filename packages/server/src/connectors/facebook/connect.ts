import { facebookDescriptor } from '@otvet/contract';
import { newToken } from '../../platform/time/ids.ts';
import { credentialsStep, type FieldsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import { type AccountDescription, type Connector, type ConnectorChannel, ConnectorError } from '../port.ts';
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
import { installationApp } from '../vendors/meta/tokens.ts';
import { accessPage, fetchPage } from './api.ts';
import { OBJECT } from './payload.ts';

const PERMISSION = 'pages_messaging';

type Values = Record<string, string>;

const isOwnWay = (values: Values): boolean => wayOf(values, 'own') === 'own';

const page: PageChannel = {
  scopes: [PERMISSION, 'pages_manage_metadata', 'pages_show_list'],
  isChosen: (values) => !isOwnWay(values),
  findObstacle: (found) => (canAnswerFor(found) ? null : 'channels.reason.no_rights'),
  titleOf: ({ name, id }) => name || id,
  keep: ({ access_token: pageToken = '' }, { id: appId }) => ({ pageToken, appId }),
};

const credentials: FieldsStep = {
  ...credentialsStep(facebookDescriptor),
  settlesAccount: true,
  isNeeded: ({ values }) => isOwnWay(values),
  take: async (typed, { values, io }) => {
    const { verifyToken = newToken(io.random) } = values;
    const known = { ...values, ...typed, verifyToken };
    await check(known, io);
    return known;
  },
};

const callback = createCallbackStep({
  object: OBJECT,
  title: 'channels.facebook.callback',
  instructions: ['channels.facebook.callback_1', 'channels.facebook.callback_2', 'channels.facebook.callback_3'],
  isNeeded: ({ values }) => isOwnWay(values),
});

export const steps = [
  createWayStep('channels.facebook.way', [
    {
      value: 'login',
      title: 'channels.facebook.way_login',
      hint: 'channels.facebook.way_login_hint',
      isOffered: ({ io }) => installationApp(io) !== undefined,
    },
    {
      value: 'own',
      title: 'channels.facebook.way_own',
      hint: 'channels.facebook.way_own_hint',
      isOffered: () => true,
    },
  ]),
  createLoginStep(page),
  createPageStep(page, 'channels.facebook.page'),
  credentials,
  callback,
];

/** Whose token it is, and, where the application is the owner's own, whether it is right. */
export const check: Connector['connect']['check'] = async (values, io) => {
  await checkOwnApplication(io, values, { fields: facebookDescriptor.credentials, permission: PERMISSION });
  const access = accessPage({ credentials: values }, io);
  const { id, name } = await fetchPage(access);
  // A person's token reads too, and is told so by what only a page's can do.
  await listSubscribedApps(access, encodeURIComponent(id)).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && error.kind === 'rejected';
    if (!isRefused) throw error;
    throw new ConnectorError('unauthorized', { reason: 'not_page_token', field: 'pageToken', cause: error });
  });
  const profileUrl = `https://www.facebook.com/${encodeURIComponent(id)}`;
  return {
    identity: id,
    accountName: name || id,
    title: name,
    profileUrl,
    foreignWebhook: null,
  } satisfies AccountDescription;
};

export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options) => {
  const { userToken: _login, ...kept } = keepFirstAddress(credentials, options);
  return kept;
};

/** Whether the page tells our application, and an owner's own application tells us. */
export const isDelivering: NonNullable<Connector['connect']['isDelivering']> = async (channel, { webhookUrl }, io) => {
  const { appId = '', appSecret } = channel.credentials;
  const apps = await listSubscribedApps(accessPage(channel, io), encodeURIComponent(channel.identity));
  if (!apps.includes(appId)) return false;
  if (appSecret === undefined) return true;
  return (await findCallback({ io }, { id: appId, secret: appSecret }, OBJECT))?.url === webhookUrl;
};

/** Other applications that hear of the page stay beside ours. */
export const activate: Connector['connect']['activate'] = async (channel, options, io) => {
  const { webhookUrl } = options;
  if (webhookUrl === null) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  await subscribeApp(accessPage(channel, io), encodeURIComponent(channel.identity), pageFields);
  if (!(await isDelivering(channel, options, io))) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  return { ...channel.credentials, webhookUrl };
};

const subscriptionOf = ({ identity, credentials }: ConnectorChannel): string =>
  pageSubscription({ appId: credentials.appId ?? '', pageId: identity });

export const standsOn: Connector['connect']['standsOn'] = (channel) => [subscriptionOf(channel)];

/** The page is left to itself, unless its Instagram account is heard through it. */
export const deactivate: Connector['connect']['deactivate'] = async (channel, io, inUse) => {
  if (inUse.has(subscriptionOf(channel))) return;
  await unsubscribeLeft(accessPage(channel, io), encodeURIComponent(channel.identity));
};
