import { onDemand } from '../../../components/ui/on-demand.tsx';

/** The dialog of templates, loaded when an operator needs one. */
export const TemplateDialog = onDemand({ load: async () => (await import('./template-dialog.tsx')).TemplateDialog });
