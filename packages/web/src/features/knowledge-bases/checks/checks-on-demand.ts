import { onDemand } from '../../../components/ui/on-demand.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { withTexts } from '../../../platform/texts/texts.ts';

/** How bold a base answers, loaded when somebody opens its check. */
export const AnswerBoldness = onDemand({
  load: () => withTexts(['checks'], async () => (await import('./answer-boldness.tsx')).AnswerBoldness),
  meanwhile: ScreenSkeleton,
});

/** What customers asked and the assistant did not know, loaded when somebody opens its tab. */
export const UnansweredPanel = onDemand({
  load: () => withTexts(['checks'], async () => (await import('./unanswered-panel.tsx')).UnansweredPanel),
  meanwhile: ScreenSkeleton,
});

/** What a base says in two ways, loaded with its check. */
export const FindingsPanel = onDemand({
  load: () => withTexts(['checks', 'sources'], async () => (await import('./findings-panel.tsx')).FindingsPanel),
  meanwhile: ScreenSkeleton,
});

/** What is wrong with what a tried answer stands on. */
export const AnswerWarnings = onDemand({
  load: () => withTexts(['checks', 'sources'], async () => (await import('./answer-warnings.tsx')).AnswerWarnings),
});
