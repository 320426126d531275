import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';

/** What the address names is gone: a source, or a place in one. */
export function NoSource({ baseId, isPlace }: { baseId: string; isPlace: boolean }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const back = () =>
    void navigate({ to: '/app/knowledge-bases/$id/', params: { id: baseId }, search: { tab: 'sources' } });
  return (
    <Panel>
      <EmptyState
        title={t(isPlace ? 'sources.opened.place_changed' : 'sources.opened.gone.title')}
        text={t(isPlace ? 'sources.opened.place_gone' : 'sources.opened.gone.text')}
        action={{ label: t('sources.opened.back'), onClick: back }}
      />
    </Panel>
  );
}
