import { Stack, Text, Title } from '@mantine/core';
import { usePageTitle } from '../../components/ui/page-title.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { TextLink } from './components/text-link.tsx';

/** What the program does with personal data. An owner with a policy of their own leads this address there. */
export function PrivacyScreen() {
  const { t } = useTexts();
  usePageTitle(t('auth.privacy.title'));
  return (
    <Stack gap={12}>
      <Title order={1} fz={22} lh="30px">
        {t('auth.privacy.title')}
      </Title>
      {(['owner', 'stored', 'shared', 'browser'] as const).map((part) => (
        <Text key={part}>{t(`auth.privacy.${part}`)}</Text>
      ))}
      <TextLink to="/signup/" label={t('auth.privacy.back')} />
    </Stack>
  );
}
