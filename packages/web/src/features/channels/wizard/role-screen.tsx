import type { Channel } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { isGone } from '../../../platform/api/is-gone.ts';
import { channelQuery } from '../../../platform/queries/channels-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { RoleForm } from './role-form.tsx';
import { TryBot } from './try-bot.tsx';
import { WizardPage } from './wizard-page.tsx';

/** The assistant of one channel: who it is and what it knows; then it is tried. Which of both stands in the address. */
export function WizardRoleScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { type, id } = useParams({ from: '/wizard/role/$type/$id' });
  const { step } = useSearch({ from: '/wizard/role/$type/$id' });
  const query = useQuery(channelQuery(type, id));
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError || isGone(query.error)) {
    return (
      <WizardPage step="role" title={t('wizard.role.title')} text={t('wizard.role.text')}>
        {isGone(query.error) ? (
          <EmptyState
            title={t('errors.channels.not_found')}
            text={t('channels.gone')}
            action={{ label: t('wizard.back'), onClick: () => void navigate({ to: '/wizard/channels/' }) }}
          />
        ) : (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        )}
      </WizardPage>
    );
  }
  return step === 'try' ? <TryStep channel={query.data} /> : <RoleStep channel={query.data} />;
}

function RoleStep({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  return (
    <WizardPage step="role" title={t('wizard.role.title')} text={t('wizard.role.text')}>
      <RoleForm key={channel.id} channel={channel} />
    </WizardPage>
  );
}

function TryStep({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  return (
    <WizardPage step="try" title={t('wizard.try.title')} text={t('wizard.try.text')}>
      <TryBot channel={channel} />
    </WizardPage>
  );
}
