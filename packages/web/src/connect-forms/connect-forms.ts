import type { Channel, OfferedChannelType } from '@otvet/contract';
import { type ComponentType, lazy } from 'react';

/** What every connect form gets: what to do with the channel that it made. */
export type ConnectFormProps = { onConnected: (channel: Channel) => void };

/** The form that connects each type of channel. */
export const connectForms: Record<OfferedChannelType, ComponentType<ConnectFormProps>> = {
  widget: lazy(async () => ({ default: (await import('./widget.tsx')).WidgetConnectForm })),
  telegram: lazy(async () => ({ default: (await import('./telegram.tsx')).TelegramConnectForm })),
};
