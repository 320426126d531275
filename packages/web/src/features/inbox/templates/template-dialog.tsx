import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Chat, MessageTemplate } from '@otvet/contract';
import { familyOf, placesOf, showTemplate } from '@otvet/contract/values';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { api } from '../../../platform/api/client.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { sendTemplate } from '../api/send-message.ts';
import { readTemplateRefusal } from '../model/template-refusal.ts';
import classes from './template-dialog.module.css';

type Props = { chat: Chat; onClose: () => void };

/** Words that the platform approved, for the time when it takes no others: choose, fill, look, send. */
export function TemplateDialog({ chat, onClose }: Props) {
  const { t } = useTexts();
  useReturnFocus();
  const { channelType, channelId } = chat;
  // The platform pauses and takes back templates: the list is asked for each time.
  const query = useQuery({
    queryKey: ['templates', channelId],
    queryFn: async () =>
      (await api.channels.templates({ channelType: familyOf(channelType), id: channelId })).templates,
    gcTime: 0,
  });
  const templates = query.data ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('dialogs.template.title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {query.isPending && <p role="status">{t('shell.loading')}</p>}
      {query.isLoadingError && <NoTemplates chat={chat} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && templates.length === 0 && <p>{t('dialogs.template.none')}</p>}
      {templates.length > 0 && <TemplateForm chat={chat} templates={templates} onSent={onClose} />}
    </Modal>
  );
}

type NoTemplatesProps = { chat: Chat; error: Error; onRetry: () => void };

/** Nothing was typed here: where the platform does not take the channel, that is what is said. */
function NoTemplates({ chat: { channelType, channelId }, error, onRetry }: NoTemplatesProps) {
  const { t } = useTexts();
  const canManage = useCan('manage_channels');
  const refusal = readTemplateRefusal(error, channelType);
  if (refusal === null) return <LoadError error={error} onRetry={onRetry} />;
  const params = { type: familyOf(channelType), id: channelId };
  return (
    <Stack gap={14} role="alert">
      <Text>
        {t('dialogs.template.not_given')}{' '}
        {refusal.reason !== null &&
          translateOr(`dialogs.delivery.reason.${refusal.reason}`, 'dialogs.delivery.reason.channel_off')}
      </Text>
      {canManage && (
        <Button renderRoot={(props) => <Link to="/app/channels/$type/$id/" params={params} {...props} />}>
          {t('dialogs.channel_trouble.open')}
        </Button>
      )}
    </Stack>
  );
}

type FormProps = { chat: Chat; templates: readonly MessageTemplate[]; onSent: () => void };

function TemplateForm({ chat, templates, onSent }: FormProps) {
  const { t } = useTexts();
  const [place, setPlace] = useState(0);
  const [values, setValues] = useState<Record<string, string>>({});
  const [clientId] = useState(() => crypto.randomUUID());
  const template = templates[place];
  const send = useMutation({
    mutationFn: ({ name, language }: MessageTemplate) =>
      sendTemplate(chat.uniqueId, { clientId, template: { name, language, variables: values } }),
    onSuccess: onSent,
  });
  if (template === undefined) return null;
  const places = placesOf(template.body);
  const isComplete = places.every((name) => (values[name] ?? '').trim() !== '');
  const choose = (chosen: number) => {
    setPlace(chosen);
    setValues({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) send.mutate(template);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <NativeSelect
          label={t('dialogs.template.choose')}
          data-autofocus
          value={String(place)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
          data={templates.map(({ name, language }, at) => ({ value: String(at), label: `${name} · ${language}` }))}
        />
        {places.map((name) => (
          <TextInput
            key={`${template.name} ${template.language} ${name}`}
            label={t('dialogs.template.value', { place: name })}
            required
            maxLength={1000}
            value={values[name] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((known) => ({ ...known, [name]: value }));
            }}
          />
        ))}
        <section aria-label={t('dialogs.template.preview')} aria-live="polite">
          <b className={classes.heading}>{t('dialogs.template.preview')}</b>
          <p className={classes.preview}>{showTemplate(template, filled(values))}</p>
          {template.buttons.length > 0 && <p className={classes.buttons}>{template.buttons.join(' · ')}</p>}
        </section>
        {send.isError && <p role="alert">{errorText(send.error)}</p>}
        <Button type="submit" disabled={!isComplete} loading={send.isPending}>
          {t('dialogs.template.send')}
        </Button>
      </Stack>
    </form>
  );
}

/** A place that nothing was typed for stays visible. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
