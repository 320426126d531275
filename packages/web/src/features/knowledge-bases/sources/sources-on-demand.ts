import { onDemand } from '../../../components/ui/on-demand.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { withTexts } from '../../../platform/texts/texts.ts';

/** The files and links of a base, loaded when somebody opens their tab. */
export const SourceSection = onDemand({
  load: () => withTexts(['sources'], async () => (await import('./source-section.tsx')).SourceSection),
  meanwhile: ScreenSkeleton,
});
