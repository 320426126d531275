import type { OfferedChannelType } from '@otvet/contract';
import type { Connector } from './port.ts';
import { telegramConnector } from './telegram/index.ts';
import { widgetConnector } from './widget/index.ts';

/** Every connector of this build; adding a channel is one line here. */
export const connectors: Record<OfferedChannelType, Connector> = {
  widget: widgetConnector,
  telegram: telegramConnector,
};
