import type { OfferedChannelType } from '@otvet/contract';
import { avitoConnector } from './avito/index.ts';
import { facebookConnector } from './facebook/index.ts';
import { instagramConnector } from './instagram/index.ts';
import { intercomConnector } from './intercom/index.ts';
import type { Connector } from './port.ts';
import { telegramConnector } from './telegram/index.ts';
import { viberConnector } from './viber/index.ts';
import { vkontakteConnector } from './vkontakte/index.ts';
import { whatsappConnector } from './whatsapp/index.ts';
import { whatsapp360DialogConnector } from './whatsapp-360dialog/index.ts';
import { whatsappWebConnector } from './whatsapp-web/index.ts';
import { widgetConnector } from './widget/index.ts';

/** Connectors by channel type; a test may hand in others than those of this build. */
export type ConnectorRegistry = Readonly<Record<string, Connector>>;

/** Every connector of this build; adding a channel is one line here. The type demands one for every descriptor of the contract. */
const offered: Record<OfferedChannelType, Connector> = {
  widget: widgetConnector,
  telegram: telegramConnector,
  instagram: instagramConnector,
  facebook: facebookConnector,
  whatsapp: whatsappConnector,
  'whatsapp-360dialog': whatsapp360DialogConnector,
  'whatsapp-web': whatsappWebConnector,
  viber: viberConnector,
  vkontakte: vkontakteConnector,
  avito: avitoConnector,
  intercom: intercomConnector,
};

export const connectors: ConnectorRegistry = offered;

/** The connector of a type; undefined for a name that nothing here has. */
export function findConnector(registry: ConnectorRegistry, type: string): Connector | undefined {
  return Object.hasOwn(registry, type) ? registry[type] : undefined;
}
