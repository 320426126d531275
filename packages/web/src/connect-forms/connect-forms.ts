import type { Channel, OfferedChannelType } from '@otvet/contract';
import type { ComponentType } from 'react';
import { onDemand } from '../components/ui/on-demand.tsx';
import { FormSkeleton } from './form-skeleton.tsx';

/** What every connect form gets: what to do with the channel that it made. */
export type ConnectFormProps = { onConnected: (channel: Channel) => void };

/** The form that connects each type of channel. */
export const connectForms: Record<OfferedChannelType, ComponentType<ConnectFormProps>> = {
  widget: onDemand({ load: async () => (await import('./widget.tsx')).WidgetConnectForm, meanwhile: FormSkeleton }),
  telegram: onDemand({
    load: async () => (await import('./telegram.tsx')).TelegramConnectForm,
    meanwhile: FormSkeleton,
  }),
};
