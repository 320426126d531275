import { onDemand } from '../../components/ui/on-demand.tsx';
import { useCan, useFileUsage } from '../../platform/session/user-data.ts';
import { withTexts } from '../../platform/texts/texts.ts';

const WARNED_FROM = 0.8;
const FilesWarning = onDemand({
  load: () => withTexts(['settings'], async () => (await import('./files-warning.tsx')).FilesWarning),
});

/** Says before the room for files is taken that it will be, to those who can do something about it. */
export function FilesBanner() {
  const usage = useFileUsage();
  const isShown = useCan('manage_channels');
  return isShown && usage !== undefined && usage.share >= WARNED_FROM ? <FilesWarning share={usage.share} /> : null;
}
