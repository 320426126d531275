import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@otvet/contract';
import { errorText } from '../platform/api/error-text.ts';
import { all, rules } from '../platform/forms/rules.ts';
import { useTexts } from '../platform/texts/texts.ts';
import { BaseSelect } from './base-select.tsx';
import { useConnectChannel } from './connect-channel.ts';
import type { ConnectFormProps } from './connect-forms.ts';

export function WidgetConnectForm({ onConnected }: ConnectFormProps) {
  const { t } = useTexts();
  const connect = useConnectChannel(onConnected);
  const form = useForm({
    initialValues: { name: t('channels.widget.default_name'), knowledgeBaseId: '' },
    validate: { name: all(rules.required, rules.maxLength(limits.nameText)) },
  });
  const submit = form.onSubmit(({ name, knowledgeBaseId }) =>
    connect.mutate({ channelType: 'widget', name: name.trim(), knowledgeBaseId: knowledgeBaseId || null }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <Text c="dimmed">{t('channels.widget.connect.text')}</Text>
        <TextInput label={t('channels.field.name')} data-autofocus {...form.getInputProps('name')} />
        <BaseSelect value={form.values.knowledgeBaseId} onChange={(id) => form.setFieldValue('knowledgeBaseId', id)} />
        {connect.isError && (
          <Alert color="red" role="alert">
            {errorText(connect.error)}
          </Alert>
        )}
        <Button type="submit" loading={connect.isPending}>
          {t('channels.widget.connect.button')}
        </Button>
      </Stack>
    </form>
  );
}
