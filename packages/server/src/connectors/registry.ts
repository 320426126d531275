import type { OfferedChannelType } from '@otvet/contract';
import type { Connector } from './port.ts';
import { telegramConnector } from './telegram/index.ts';
import { widgetConnector } from './widget/index.ts';

/** Connectors by channel type; a test may hand in others than those of this build. */
export type ConnectorRegistry = Record<OfferedChannelType, Connector>;

/** Every connector of this build; adding a channel is one line here. */
export const connectors: ConnectorRegistry = {
  widget: widgetConnector,
  telegram: telegramConnector,
};
