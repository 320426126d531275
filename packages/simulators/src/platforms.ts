import { startAvitoSimulator } from './avito/start.ts';
import { startIntercomSimulator } from './intercom/start.ts';
import { startSimulatedFacebook } from './meta/simulated-facebook.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { startSimulatedViber } from './viber/simulated-viber.ts';
import { startVkontakteSimulator } from './vkontakte/start.ts';
import { startSimulated360Dialog, startSimulatedWhatsApp } from './whatsapp/simulated-whatsapp.ts';

export type PlatformOptions = {
  host: string;
  /** What webhooks are called with. */
  fetch: typeof fetch;
  /** Where the browser comes back to from a login. */
  returnUrl(path: string): string;
};

/** A platform that the demo connects; `customerIds` have the form of its own. */
export type PlatformEntry = {
  type: string;
  title: string;
  customerIds: readonly [string, string, string];
  start(options: PlatformOptions): Promise<SimulatedPlatform>;
};

/** A demo must see a repaired webhook soon, not after a minute. */
const BACKOFF = { firstMs: 500, maxMs: 5000 };

/** Every platform but Telegram, whose demo has a page of its own; another one is one entry. */
export const simulatedPlatforms: readonly PlatformEntry[] = [
  {
    type: 'facebook',
    title: 'Facebook',
    customerIds: ['7100000000000001', '7100000000000002', '7100000000000003'],
    start: async ({ host, fetch }) => {
      const platform = await startSimulatedFacebook({ host, fetch, backoff: BACKOFF });
      return { ...platform, enter: platform.saveCallback };
    },
  },
  {
    type: 'whatsapp',
    title: 'WhatsApp',
    customerIds: ['79160000001', '79160000002', '447700900003'],
    start: ({ host, fetch }) => startSimulatedWhatsApp({ host, fetch, backoff: BACKOFF }),
  },
  {
    type: 'whatsapp-360dialog',
    title: 'WhatsApp (360dialog)',
    customerIds: ['79160000004', '79160000005', '447700900006'],
    start: ({ host, fetch }) => startSimulated360Dialog({ host, fetch, backoff: BACKOFF }),
  },
  {
    type: 'viber',
    title: 'Viber',
    customerIds: ['01234567890A+/=', '01234567890B+/=', '01234567890C+/='],
    start: ({ host, fetch }) => startSimulatedViber({ host, fetch, backoff: BACKOFF }),
  },
  {
    type: 'vkontakte',
    title: 'VK',
    customerIds: ['7701', '7702', '7703'],
    start: ({ host, fetch }) => startVkontakteSimulator({ host, fetch, repeatsAfterMs: [500, 1000, 5000, 5000, 5000] }),
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
    start: ({ host, fetch }) => startIntercomSimulator({ host, fetch }),
  },
];
