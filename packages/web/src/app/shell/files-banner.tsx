import { onDemand } from '../../components/ui/on-demand.tsx';
import { useCan, useFileUsage } from '../../platform/session/user-data.ts';
import { withTexts } from '../../platform/texts/texts.ts';
import { readFilesRoom } from './read-files-room.ts';

const FilesWarning = onDemand({
  load: () => withTexts(['settings'], async () => (await import('./files-warning.tsx')).FilesWarning),
});

/** Says before the room for files is taken that it will be, to those who can do something about it. */
export function FilesBanner() {
  const usage = useFileUsage();
  const isShown = useCan('manage_channels');
  const room = usage === undefined ? 'enough' : readFilesRoom(usage);
  return isShown && usage !== undefined && room !== 'enough' ? <FilesWarning room={room} share={usage.share} /> : null;
}
