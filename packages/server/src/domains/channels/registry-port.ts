import type { ConnectorIo } from '../../connectors/port.ts';
import type { ConnectorRegistry } from '../../connectors/registry.ts';

/** Connectors by type, and what they need of the outside. */
export type Connectors = { byType: ConnectorRegistry; io: ConnectorIo };
