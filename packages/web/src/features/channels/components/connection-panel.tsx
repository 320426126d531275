import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import type { Channel, FieldValues, FormField } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { IconExternalLink } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { DeclaredFields, useDeclaredForm } from '../../../connect-forms/declared-fields.tsx';
import { sortFaults } from '../../../connect-forms/field-faults.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { useRemoveChannel, useReplaceCredentials } from '../api/use-update-channel.ts';
import classes from './connection-panel.module.css';
import { EmbedPanel } from './install/embed-panel.tsx';

/** How the channel is connected, and the way to unlink it. */
export function ConnectionPanel({ channel }: { channel: Channel }) {
  const hasEmbed = isOfferedChannelType(channel.type) && describeChannel(channel.type).panel === 'embed';
  return (
    <Stack gap={16}>
      {hasEmbed ? <EmbedPanel channel={channel} /> : <AccountPanel channel={channel} />}
      <UnlinkPanel channel={channel} />
    </Stack>
  );
}

function AccountPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const fields = isOfferedChannelType(channel.type) ? describeChannel(channel.type).credentials : [];
  return (
    <Panel title={t('channels.account.title')}>
      <Stack gap={6} mt={8}>
        {channel.accountName !== '' && (
          <Text>
            {channel.profileUrl === null ? (
              channel.accountName
            ) : (
              <Anchor href={channel.profileUrl} target="_blank" rel="noopener noreferrer">
                {channel.accountName} <IconExternalLink size={14} aria-hidden />
              </Anchor>
            )}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {t(`channels.inbound.${channel.inboundMode}`)}
        </Text>
        {channel.inactiveReason !== null && (
          <Text c="red.7" size="sm">
            {translateOr(`channels.reason.${channel.inactiveReason}`, 'channels.reason.other')}
          </Text>
        )}
      </Stack>
      {fields.length > 0 && <CredentialsForm channel={channel} fields={fields} />}
    </Panel>
  );
}

function CredentialsForm({ channel, fields }: { channel: Channel; fields: readonly FormField[] }) {
  const { t } = useTexts();
  const update = useReplaceCredentials(channel);
  const form = useDeclaredForm(fields);
  const faults = sortFaults(fields, { error: update.error, fault: null });
  const isForeign = update.error instanceof ApiError && update.error.code === 'channels.webhook_foreign';
  const save = (values: FieldValues) =>
    update.mutate({ ...values, ...(isForeign && { replaceWebhook: true }) }, { onSuccess: () => form.reset() });
  return (
    <form onSubmit={form.onSubmit(save)} noValidate className={classes.credentials}>
      {channel.tokenTail !== null && (
        <Text size="sm" c="dimmed">
          {t('channels.account.tail', { tail: channel.tokenTail })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('channels.account.replace_hint')}
      </Text>
      <DeclaredFields form={form} fields={fields} faults={faults.byField} />
      {faults.general !== null && (
        <Alert color={isForeign ? 'amber' : 'red'} role="alert">
          {faults.general}
        </Alert>
      )}
      <Button type="submit" color="secondary.1" loading={update.isPending}>
        {t(isForeign ? 'channels.account.replace_anyway' : 'channels.account.replace')}
      </Button>
    </form>
  );
}

function UnlinkPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const remove = useRemoveChannel(channel);
  const [isAsking, setIsAsking] = useState(false);
  const confirm = () => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/app/channels/' }) });
  return (
    <Panel title={t('channels.unlink.title')} hint={t('channels.unlink.hint')}>
      <Button mt={12} variant="outline" color="red" onClick={() => setIsAsking(true)}>
        {t('channels.unlink.button')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('channels.unlink.confirm', { name: channel.name })}
          text={t('channels.unlink.text')}
          confirmLabel={t('channels.unlink.button')}
          isBusy={remove.isPending}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
