import { formatPoint } from '../../platform/format/format-time.ts';
import { useNow } from '../../platform/format/use-now.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { DraftNotice } from './draft-notice.tsx';

/** `note`: what the draft lacks. */
type DraftLineProps = { restoredFrom: Date | null; note?: string; onDiscard: () => void };

/** Says that a form shows what was typed before and not saved, and gives it up. */
export function DraftLine({ restoredFrom, note, onDiscard }: DraftLineProps) {
  const { t, locale } = useTexts();
  const now = useNow();
  if (restoredFrom === null) return null;
  const text = t('shell.draft.restored', { when: formatPoint({ at: restoredFrom, now, locale }) });
  return <DraftNotice text={text} note={note} actions={[{ label: t('shell.draft.discard'), run: onDiscard }]} />;
}
