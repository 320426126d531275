import type { OfferedChannelType } from '@otvet/contract';
import type { Connector, ConnectorIo } from '../../connectors/port.ts';

/** Connectors by type, and what they need of the outside. */
export type Connectors = { byType: Record<OfferedChannelType, Connector>; io: ConnectorIo };
