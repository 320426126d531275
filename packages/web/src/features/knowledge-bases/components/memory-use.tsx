import { useQuery } from '@tanstack/react-query';
import { UsageBar } from '../../../components/ui/usage-bar.tsx';
import { formatSize } from '../../../platform/format/format-time.ts';
import { knowledgeMemoryQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** Far from the limit it is nobody's concern. */
const SHOWN_FROM = 0.1;

/** How much of the memory for knowledge the account uses. */
export function MemoryUse() {
  const { t, locale } = useTexts();
  const { data } = useQuery(knowledgeMemoryQuery);
  if (data === undefined) return null;
  const { used, max } = data;
  if (used < max * SHOWN_FROM) return null;
  const sizes = { used: formatSize(used, locale), max: formatSize(max, locale) };
  return (
    <UsageBar
      used={used}
      max={max}
      label={t('knowledge.memory.used', sizes)}
      warning={t('knowledge.memory.nearly_full')}
    />
  );
}
