import { onDemand } from '../components/ui/on-demand.tsx';

/** The dialog of connecting, loaded when somebody connects a channel. */
export const ConnectDialog = onDemand({ load: async () => (await import('./connect-dialog.tsx')).ConnectDialog });
