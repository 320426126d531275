import { type ConnectorRegistry, connectors } from '../../packages/server/src/connectors/registry.ts';
import { courierConnector } from '../../packages/server/src/connectors/suite/courier/index.ts';

const channels = (process.env.CHANNELS ?? '').split(' ');
const tried = Object.entries(connectors).filter(([type]) => channels.includes(type));

/** In place of all connectors: the suite runs over those whose readers are changed, and the invented one. */
export const suiteConnectors: ConnectorRegistry = { ...Object.fromEntries(tried), courier: courierConnector };
