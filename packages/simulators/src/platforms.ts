import { startAvitoSimulator } from './avito/start.ts';
import { startIntercomSimulator } from './intercom/start.ts';
import { startSimulatedFacebook } from './meta/simulated-facebook.ts';
import { startSimulatedInstagram } from './meta/simulated-instagram.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { startSimulatedTelegram } from './telegram/simulated-telegram.ts';
import { startSimulatedViber } from './viber/simulated-viber.ts';
import { startVkontakteSimulator } from './vkontakte/start.ts';
import { startSimulated360Dialog, startSimulatedWhatsApp } from './whatsapp/simulated-whatsapp.ts';

export type PlatformOptions = {
  host: string;
  /** What webhooks are called with. */
  fetch: typeof fetch;
  /** Where the browser comes back to from a login. */
  returnUrl(path: string): string;
  /** Between two attempts to bring an event, the first two; a demo must see a repaired webhook soon, not after a minute. */
  retryMs: number;
};

/** A platform that tells of its messages by itself; `customerIds` have the form of its own. */
export type PlatformEntry = {
  type: string;
  title: string;
  customerIds: readonly [string, string, string];
  start(options: PlatformOptions): Promise<SimulatedPlatform>;
};

const RETRIES = 1000;
const backoff = ({ retryMs }: PlatformOptions) => ({ firstMs: retryMs, maxMs: retryMs * 10 });

const addressOf = ({ host, fetch }: PlatformOptions) => ({ host, fetch });

/** Every platform but Telegram, whose demo has a page of its own; another one is one entry. */
export const simulatedPlatforms: readonly PlatformEntry[] = [
  {
    type: 'facebook',
    title: 'Facebook',
    customerIds: ['7100000000000001', '7100000000000002', '7100000000000003'],
    start: async (options) => {
      const platform = await startSimulatedFacebook({ ...addressOf(options), backoff: backoff(options) });
      return { ...platform, enter: platform.saveCallback };
    },
  },
  {
    type: 'instagram',
    title: 'Instagram',
    customerIds: ['7200000000000001', '7200000000000002', '7200000000000003'],
    start: async (options) => {
      const platform = await startSimulatedInstagram({ ...addressOf(options), backoff: backoff(options) });
      return { ...platform, enter: platform.saveCallback };
    },
  },
  {
    type: 'whatsapp',
    title: 'WhatsApp',
    customerIds: ['79160000001', '79160000002', '447700900003'],
    start: (options) => startSimulatedWhatsApp({ ...addressOf(options), backoff: backoff(options) }),
  },
  {
    type: 'whatsapp-360dialog',
    title: 'WhatsApp (360dialog)',
    customerIds: ['79160000004', '79160000005', '447700900006'],
    start: (options) => startSimulated360Dialog({ ...addressOf(options), backoff: backoff(options) }),
  },
  {
    type: 'viber',
    title: 'Viber',
    customerIds: ['01234567890A+/=', '01234567890B+/=', '01234567890C+/='],
    start: (options) => startSimulatedViber({ ...addressOf(options), backoff: backoff(options) }),
  },
  {
    type: 'vkontakte',
    title: 'VK',
    customerIds: ['7701', '7702', '7703'],
    start: (options) =>
      startVkontakteSimulator({
        ...addressOf(options),
        repeatsAfterMs: Array.from({ length: RETRIES }, () => options.retryMs),
      }),
  },
  {
    type: 'avito',
    title: 'Avito',
    customerIds: ['a-1', 'a-2', 'a-3'],
    start: ({ host, fetch, returnUrl }) =>
      startAvitoSimulator({ host, fetch, redirectUri: () => returnUrl('/connect-avito/') }),
  },
  {
    type: 'intercom',
    title: 'Intercom',
    customerIds: ['6a1', '6a2', '6a3'],
    start: (options) => startIntercomSimulator({ ...addressOf(options), retryMs: options.retryMs }),
  },
];

/** All of them: the journeys and the kill runs go over it. */
export const everyPlatform: readonly PlatformEntry[] = [
  {
    type: 'telegram',
    title: 'Telegram',
    customerIds: ['700001', '700002', '700003'],
    start: (options) => startSimulatedTelegram({ ...addressOf(options), backoff: backoff(options) }),
  },
  ...simulatedPlatforms,
];
