import type { ConnectorRegistry } from '../registry.ts';
import { connectors } from '../registry.ts';
import { courierConnector } from './courier/index.ts';

/** The connectors of this build and the invented one, which asks more of the port than they do. */
export const suiteConnectors: ConnectorRegistry = { ...connectors, courier: courierConnector };
