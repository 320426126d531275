import { onDemand } from '../../../components/ui/on-demand.tsx';

/** The dialog of the import, loaded when somebody opens it. */
export const ImportDialog = onDemand({ load: async () => (await import('./import-dialog.tsx')).ImportDialog });
