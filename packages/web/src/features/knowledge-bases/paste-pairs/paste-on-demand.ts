import { onDemand } from '../../../components/ui/on-demand.tsx';

/** The dialog of many answers, loaded when somebody opens it. */
export const PasteDialog = onDemand({ load: async () => (await import('./paste-dialog.tsx')).PasteDialog });
