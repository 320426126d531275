import { onDemand } from '../../../components/ui/on-demand.tsx';
import { withTexts } from '../../../platform/texts/texts.ts';

/** Whether bases are searched by meaning, loaded under the list of bases. */
export const MeaningPanel = onDemand({
  load: () => withTexts(['meaning'], async () => (await import('./meaning-panel.tsx')).MeaningPanel),
});
