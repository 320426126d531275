import type { ChannelDescriptor } from './descriptor.ts';
import { intercomDescriptor } from './intercom.ts';
import { telegramDescriptor } from './telegram.ts';
import { viberDescriptor } from './viber.ts';
import { vkontakteDescriptor } from './vkontakte.ts';
import { widgetDescriptor } from './widget.ts';

/** Channel types of the specification, section 3. */
export const channelTypes = [
  'widget',
  'telegram',
  'instagram',
  'facebook',
  'whatsapp',
  'viber',
  'vkontakte',
  'avito',
  'intercom',
] as const;

/** Channels that this build offers, in the order of the screen; adding one is five places (see CONTRIBUTING). */
export const channelDescriptors = {
  widget: widgetDescriptor,
  telegram: telegramDescriptor,
  viber: viberDescriptor,
  vkontakte: vkontakteDescriptor,
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
