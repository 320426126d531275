import { Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserData, UserDataUpdate } from '@otvet/contract';
import { limits, messengers } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { LanguageSegments } from '../../../components/ui/language-segments.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { showRefusal } from '../../../platform/forms/field-faults.ts';
import { rules } from '../../../platform/forms/rules.ts';
import { updateUserData } from '../../../platform/queries/update-user-data.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';
import { useChangeLocale } from '../api/use-change-locale.ts';
import { PhotoField } from './photo-field.tsx';

type Profile = { name: string; accountName: string; messenger: (typeof messengers)[number]; contact: string };

function readProfile(user: UserData): Profile {
  return {
    name: user.name,
    accountName: user.accountName,
    messenger: messengers.find((messenger) => messenger === user.messenger) ?? messengers[0],
    contact: user.contact ?? '',
  };
}

export function ProfilePanel({ user }: { user: UserData }) {
  const { t } = useTexts();
  const { changeLocale } = useChangeLocale();
  const keepsAccount = useCan('manage_plan');
  const form = useForm<Profile>({
    initialValues: readProfile(user),
    validate: {
      name: rules.maxLength(limits.personName),
      accountName: rules.maxLength(limits.personName),
      contact: rules.maxLength(limits.contactText),
    },
  });
  const save = useMutation({
    mutationFn: (update: UserDataUpdate) => updateUserData(update),
    onSuccess: (data) => {
      form.resetDirty(readProfile(data));
      showToast({ kind: 'success', message: t('settings.saved') });
    },
    onError: (error, sent) => showRefusal(error, { form, sent }),
  });
  const guard = useLeaveGuard({ isChanged: form.isDirty(), discard: form.reset });
  return (
    <Panel title={t('settings.profile.title')}>
      {guard.question}
      <Box mt={12}>
        <PhotoField user={user} />
      </Box>
      <form
        onSubmit={form.onSubmit(({ accountName, ...own }) => save.mutate(keepsAccount ? { accountName, ...own } : own))}
        noValidate
      >
        <Stack gap={14} mt={14}>
          <TextInput label={t('settings.profile.name')} autoComplete="name" {...form.getInputProps('name')} />
          {keepsAccount && (
            <TextInput
              label={t('settings.profile.account')}
              description={t('settings.profile.account_hint')}
              autoComplete="organization"
              {...form.getInputProps('accountName')}
            />
          )}
          <Group grow align="flex-start">
            <NativeSelect
              label={t('auth.completion.messenger')}
              data={messengers.map((messenger) => ({ value: messenger, label: t(`auth.messenger.${messenger}`) }))}
              {...form.getInputProps('messenger')}
            />
            <TextInput label={t('auth.completion.contact')} {...form.getInputProps('contact')} />
          </Group>
          <Button
            type="submit"
            disabled={!form.isDirty()}
            loading={save.isPending}
            style={{ justifySelf: 'start', alignSelf: 'flex-start' }}
          >
            {t('shell.save')}
          </Button>
        </Stack>
      </form>
      <Stack gap={6} mt={24} maw={260}>
        <Text fw={500} aria-hidden>
          {t('settings.language')}
        </Text>
        <LanguageSegments onChange={changeLocale} />
      </Stack>
    </Panel>
  );
}
