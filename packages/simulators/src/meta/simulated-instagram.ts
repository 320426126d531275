import type { SimulatedPlatform } from '../simulated-platform.ts';
import { createInstallation, driveAccount, metaEnvironment, type SimulatedMetaOptions } from './simulated-facebook.ts';
import { type MetaSimulator, startMetaSimulator } from './start.ts';
import type { App } from './world.ts';

/** One account, linked to a page, on a platform of its own, as any simulated platform is driven. */
export async function startSimulatedInstagram({
  hasInstallationApp = false,
  ...options
}: SimulatedMetaOptions = {}): Promise<
  SimulatedPlatform & {
    simulator: MetaSimulator;
    accountId: string;
    pageId: string;
    app: App;
    /** At Facebook, or at Instagram itself. */
    logIn(address: string): string;
    /** What the owner does with the two lines that he is shown. */
    saveCallback(shown: string): Promise<boolean>;
  }
> {
  const simulator = await startMetaSimulator(options);
  const app = simulator.registerApp();
  const { id: pageId, instagramId: accountId } = simulator.registerPage({ name: 'Дом мебели', instagram: 'dom.mebel' });
  const pageToken = simulator.issuePageToken({ accountId: pageId, appId: app.id });
  const installation = createInstallation({ simulator, app, object: 'instagram', path: '/hooks/instagram', accountId });
  const direct = { INSTAGRAM_APP_ID: app.id, INSTAGRAM_APP_SECRET: app.instagramSecret };
  const hosts = {
    INSTAGRAM_API_URL: `${simulator.url}/instagram`,
    INSTAGRAM_OAUTH_API_URL: `${simulator.url}/instagram`,
    INSTAGRAM_LOGIN_API_URL: `${simulator.url}/login`,
  };
  return {
    simulator,
    accountId,
    pageId,
    app,
    url: simulator.url,
    environment: {
      ...metaEnvironment(simulator),
      ...hosts,
      ...(hasInstallationApp && { ...installation.keys, ...direct }),
    },
    credentials: { pageToken, appId: app.id, appSecret: app.secret },
    logIn: installation.logIn,
    saveCallback: (shown) => {
      const [url = '', verifyToken = ''] = shown.split('\n');
      return simulator.saveCallback({ appId: app.id, object: 'instagram', url, verifyToken });
    },
    ...driveAccount(simulator, { accountId, revokedId: pageId }),
  };
}
