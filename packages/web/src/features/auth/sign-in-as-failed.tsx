import { IconCircleX } from '@tabler/icons-react';
import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { errorText } from '../../platform/api/error-text.ts';
import { useTexts } from '../../platform/texts/texts.ts';

/** The link was used before, is out of date or wrong. */
export function SignInAsFailed({ error }: ErrorComponentProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <EmptyState
      level={1}
      icon={IconCircleX}
      title={t('auth.sign_in_as.failed')}
      text={errorText(error)}
      action={{ label: t('auth.back_to_sign_in'), onClick: () => void navigate({ to: '/signin/', replace: true }) }}
    />
  );
}
