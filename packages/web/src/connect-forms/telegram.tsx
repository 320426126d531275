import { Alert, Button, List, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@otvet/contract';
import { IconRobot } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../platform/api/api-error.ts';
import { api } from '../platform/api/client.ts';
import { errorText } from '../platform/api/error-text.ts';
import { all, rules } from '../platform/forms/rules.ts';
import { translate, useTexts } from '../platform/texts/texts.ts';
import { BaseSelect } from './base-select.tsx';
import { useConnectChannel } from './connect-channel.ts';
import type { ConnectFormProps } from './connect-forms.ts';

type Values = { token: string; name: string; knowledgeBaseId: string };

const tokenPattern = /^\d{5,20}:[\w-]{20,100}$/;

/** Two steps: the token is checked and shows whose bot it is, then the bot is connected. */
export function TelegramConnectForm({ onConnected }: ConnectFormProps) {
  const { t } = useTexts();
  const form = useForm<Values>({
    initialValues: { token: '', name: '', knowledgeBaseId: '' },
    validate: {
      token: all(rules.required, (value) =>
        tokenPattern.test(value.trim()) ? null : translate('channels.telegram.token_form'),
      ),
      name: rules.maxLength(limits.nameText),
    },
  });
  const check = useMutation({
    mutationFn: (token: string) => api.channels.validateTelegramToken({ token }),
    onSuccess: ({ valid, name }) => {
      if (valid) form.setFieldValue('name', name ?? '');
      else form.setFieldError('token', t('errors.channels.token_invalid'));
    },
  });
  const connect = useConnectChannel(onConnected);
  const bot = check.data?.valid === true ? check.data : undefined;
  const isRefused = connect.error instanceof ApiError && connect.error.code === 'channels.webhook_foreign';
  const isForeign = isRefused || (bot !== undefined && bot.warning !== null);
  const submit = form.onSubmit(({ token, name, knowledgeBaseId }) => {
    if (bot === undefined) return check.mutate(token.trim());
    const input = { token: token.trim(), name: name.trim() || undefined, knowledgeBaseId: knowledgeBaseId || null };
    connect.mutate({ channelType: 'telegram', ...input, replaceWebhook: isForeign });
  });
  const error = check.error ?? connect.error;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <List type="ordered" spacing={4} c="dimmed" pr={8}>
          <List.Item>{t('channels.telegram.step_1')}</List.Item>
          <List.Item>{t('channels.telegram.step_2')}</List.Item>
          <List.Item>{t('channels.telegram.step_3')}</List.Item>
        </List>
        <PasswordInput
          label={t('channels.telegram.token')}
          placeholder="123456789:AA…"
          autoComplete="off"
          data-autofocus
          readOnly={bot !== undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
          {...form.getInputProps('token')}
        />
        {bot !== undefined && (
          <>
            <Alert color="green" variant="light" icon={<IconRobot size={18} />} role="status">
              {t('channels.telegram.found', {
                name: bot.name ?? '',
                username: bot.username === null ? '' : `@${bot.username}`,
              })}
            </Alert>
            {bot.warning !== null && (
              <Alert color="amber" variant="light" role="alert">
                {t('channels.telegram.foreign', { address: bot.warning })}
              </Alert>
            )}
            <TextInput label={t('channels.field.name')} {...form.getInputProps('name')} />
            <BaseSelect
              value={form.values.knowledgeBaseId}
              onChange={(id) => form.setFieldValue('knowledgeBaseId', id)}
            />
          </>
        )}
        {error !== null && (
          <Alert color={isRefused ? 'amber' : 'red'} role="alert">
            {errorText(error)}
          </Alert>
        )}
        <Button type="submit" loading={check.isPending || connect.isPending}>
          {t(buttonKey({ isKnown: bot !== undefined, isForeign }))}
        </Button>
      </Stack>
    </form>
  );
}

function buttonKey({ isKnown, isForeign }: { isKnown: boolean; isForeign: boolean }) {
  if (isForeign) return 'channels.telegram.connect.replace';
  return isKnown ? 'channels.telegram.connect.button' : 'channels.telegram.connect.check';
}
