import { onDemand } from '../../../components/ui/on-demand.tsx';

/** The dialog of a page's questions and answers, loaded when somebody asks for them. */
export const PagePairsDialog = onDemand({
  load: async () => (await import('./page-pairs-dialog.tsx')).PagePairsDialog,
});
