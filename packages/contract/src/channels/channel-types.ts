import { meaningOf, type ReasonMeaning } from '../channel-states.ts';
import { avitoDescriptor } from './avito.ts';
import type { ChannelDescriptor } from './descriptor.ts';
import { facebookDescriptor } from './facebook.ts';
import type { FormField } from './form-field.ts';
import { instagramDescriptor } from './instagram.ts';
import { intercomDescriptor } from './intercom.ts';
import { telegramDescriptor } from './telegram.ts';
import { viberDescriptor } from './viber.ts';
import { vkontakteDescriptor } from './vkontakte.ts';
import { whatsappDescriptor } from './whatsapp.ts';
import { whatsapp360DialogDescriptor } from './whatsapp-360dialog.ts';
import { whatsappWebDescriptor } from './whatsapp-web.ts';
import { widgetDescriptor } from './widget.ts';

/** Channels that this build offers, in the order of the screen; adding one is five places (see CONTRIBUTING). */
export const channelDescriptors = {
  widget: widgetDescriptor,
  telegram: telegramDescriptor,
  instagram: instagramDescriptor,
  facebook: facebookDescriptor,
  whatsapp: whatsappDescriptor,
  'whatsapp-360dialog': whatsapp360DialogDescriptor,
  'whatsapp-web': whatsappWebDescriptor,
  viber: viberDescriptor,
  vkontakte: vkontakteDescriptor,
  avito: avitoDescriptor,
  intercom: intercomDescriptor,
} as const satisfies Record<string, ChannelDescriptor>;

export type OfferedChannelType = keyof typeof channelDescriptors;

/** Types of the one table above, in its order. */
export const offeredChannelTypes = Object.keys(channelDescriptors).filter(isOfferedChannelType);

export function isOfferedChannelType(value: unknown): value is OfferedChannelType {
  return typeof value === 'string' && Object.hasOwn(channelDescriptors, value);
}

/** Whether the channel is a line of code on a site, with a look of its own. */
export function isEmbedded(type: string): boolean {
  return isOfferedChannelType(type) && describeChannel(type).panel === 'embed';
}

export function describeChannel(type: OfferedChannelType): ChannelDescriptor {
  return channelDescriptors[type];
}

/** Whether the platform can only bring its messages, to an address of the internet: nothing here can ask for them. */
export function needsWebhookAddress(type: OfferedChannelType): boolean {
  return describeChannel(type).inbound.every((way) => way === 'webhook');
}

/** The field of the secret that the platform signs with; undefined where its owner types none. */
export function signingFieldOf(type: string): FormField | undefined {
  if (!isOfferedChannelType(type)) return undefined;
  const { credentials, signedWith } = describeChannel(type);
  return credentials.find(({ name }) => name === signedWith);
}

/** What a reason for which a channel does not work means for its owner. */
export function meaningOfReason(type: string, reason: string): ReasonMeaning {
  return meaningOf(reason, isOfferedChannelType(type) ? describeChannel(type).reasons : undefined);
}

/** The name by which addresses, filters and the gallery know a type: its family's, else its own. */
export function familyOf(type: string): string {
  return (isOfferedChannelType(type) ? describeChannel(type).family : null) ?? type;
}

/** Whether an address may say it: an offered type, or the family of one. */
export function isOfferedName(name: string): boolean {
  return offeredChannelTypes.some((type) => name === type || name === familyOf(type));
}

/** The ways to connect one platform, in the order in which they are offered. */
export type ChannelFamily<Type extends string> = { family: string; types: readonly Type[] };

/** Whether the platform of a type is reached in other ways too. */
export function hasOtherWays(type: string): boolean {
  return offeredChannelTypes.some((other) => other !== type && familyOf(other) === familyOf(type));
}

/** Types of one family as one entry, at the place of its first type. */
export function groupFamilies<Type extends string>(
  types: readonly Type[],
  familyNameOf: (type: Type) => string = familyOf,
): ChannelFamily<Type>[] {
  return [...Map.groupBy(types, familyNameOf)].map(([family, ways]) => ({ family, types: ways }));
}
