import { type SimulatedPlatform, showEntry } from '../simulated-platform.ts';
import { type MetaSimulator, type MetaSimulatorOptions, startMetaSimulator } from './start.ts';
import type { App } from './world.ts';

export type SimulatedMetaOptions = MetaSimulatorOptions & {
  /** The installation has an application of its own: then people may log in. */
  hasInstallationApp?: boolean;
};

/** One page on a platform of its own, as any simulated platform is driven. */
export async function startSimulatedFacebook({
  hasInstallationApp = false,
  ...options
}: SimulatedMetaOptions = {}): Promise<
  SimulatedPlatform & {
    simulator: MetaSimulator;
    pageId: string;
    app: App;
    logIn(address: string): string;
    /** What the owner does with the two lines that he is shown. */
    saveCallback(shown: string): Promise<boolean>;
  }
> {
  const simulator = await startMetaSimulator(options);
  const app = simulator.registerApp();
  const { id: pageId } = simulator.registerPage({ name: 'Мебель «Дом»' });
  const pageToken = simulator.issuePageToken({ accountId: pageId, appId: app.id });
  const installation = createInstallation({ simulator, app, object: 'page', path: '/hooks/facebook' });
  return {
    simulator,
    pageId,
    app,
    url: simulator.url,
    environment: { ...metaEnvironment(simulator), ...(hasInstallationApp && installation.keys) },
    credentials: { pageToken, appId: app.id, appSecret: app.secret },
    logIn: installation.logIn,
    saveCallback: (shown) => {
      const [url = '', verifyToken = ''] = shown.split('\n');
      return simulator.saveCallback({ appId: app.id, object: 'page', url, verifyToken });
    },
    ...driveAccount(simulator, { accountId: pageId, revokedId: pageId }),
  };
}

/** Where the product meets the stand-in. */
export const metaEnvironment = ({ url }: Pick<MetaSimulator, 'url'>): Record<string, string> => ({
  GRAPH_API_URL: `${url}/graph`,
  META_LOGIN_API_URL: `${url}/login`,
  // Files of its customers lie on this machine.
  ALLOW_PRIVATE_ADDRESSES: '1',
});

/** An installation's application: its keys, and its address as the host set it. */
export function createInstallation(input: {
  simulator: MetaSimulator;
  app: App;
  object: 'page' | 'instagram';
  path: string;
  /** Who logs in at Instagram itself. */
  accountId?: string;
}): { keys: Record<string, string>; logIn(address: string): string } {
  const { simulator, app, object, path, accountId } = input;
  const verifyToken = 'made-up-installation-word';
  return {
    keys: { META_APP_ID: app.id, META_APP_SECRET: app.secret, META_VERIFY_TOKEN: verifyToken },
    logIn: (address) => {
      const { origin } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
      simulator.setCallback({ appId: app.id, object, url: `${origin}${path}`, verifyToken, fields: ['messages'] });
      return simulator.logIn(address, accountId === undefined ? undefined : { accountId });
    },
  };
}

/** Customers, chats and faults of one account. */
export function driveAccount(
  simulator: MetaSimulator,
  { accountId, revokedId }: { accountId: string; revokedId: string },
): Pick<SimulatedPlatform, 'customerSends' | 'conversation' | 'fail' | 'repair' | 'close'> {
  return {
    customerSends: (message) => void simulator.customerSends({ ...message, accountId }),
    conversation: (customerId) => simulator.entriesOf(accountId, customerId).map(showEntry),
    fail: (fault, times = 1) => {
      if (fault === 'revoked') simulator.setRevoked(revokedId, true);
      else simulator.faults.add(fault, times);
    },
    repair: () => {
      simulator.faults.clear();
      simulator.setRevoked(revokedId, false);
    },
    close: simulator.close,
  };
}
