import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import type { Channel, FormField } from '@otvet/contract';
import { isEmbedded } from '@otvet/contract/values';
import { IconExternalLink } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { DeclaredFields } from '../../../connect-forms/declared-fields.tsx';
import { translate, useTexts } from '../../../platform/texts/texts.ts';
import { useRemoveChannel } from '../api/use-update-channel.ts';
import type { CredentialsEditor } from '../hooks/use-credentials.ts';
import classes from './connection-panel.module.css';
import { EmbedPanel } from './install/embed-panel.tsx';

export type ConnectionPanelProps = {
  channel: Channel;
  credentials: CredentialsEditor;
  /** The channel is gone, and what was changed of it too. */
  onRemoved: () => void;
};

/** How the channel is connected, and the way to unlink it. */
export function ConnectionPanel({ channel, credentials, onRemoved }: ConnectionPanelProps) {
  return (
    <Stack gap={16}>
      {isEmbedded(channel.type) ? (
        <EmbedPanel channel={channel} />
      ) : (
        <AccountPanel channel={channel} credentials={credentials} />
      )}
      <UnlinkPanel channel={channel} onRemoved={onRemoved} />
    </Stack>
  );
}

function AccountPanel({ channel, credentials }: Omit<ConnectionPanelProps, 'onRemoved'>) {
  const { t } = useTexts();
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
      </Stack>
      {credentials.fields.length > 0 && <CredentialsFields channel={channel} credentials={credentials} />}
    </Panel>
  );
}

function CredentialsFields({ channel, credentials }: Omit<ConnectionPanelProps, 'onRemoved'>) {
  const { t } = useTexts();
  const { form, fields, faults, isForeign } = credentials;
  return (
    <div className={classes.credentials}>
      <Text size="sm" c="dimmed">
        {t('channels.account.replace_hint')}
      </Text>
      <DeclaredFields form={form} fields={fields} faults={faults.byField} notes={noteTail(channel, fields)} />
      {faults.general !== null && (
        <Alert color={isForeign ? 'amber' : 'red'} role="alert">
          {faults.general}
        </Alert>
      )}
      <Button color="secondary.1" loading={credentials.isBusy} onClick={() => void credentials.replace()}>
        {t(isForeign ? 'channels.account.replace_anyway' : 'channels.account.replace')}
      </Button>
    </div>
  );
}

/** A secret is shown by its end alone, at its own field. */
function noteTail({ tokenTail }: Channel, fields: readonly FormField[]): Record<string, string> {
  const field = fields.find(({ kind, isRecognisable }) => kind === 'secret' && isRecognisable);
  if (tokenTail === null || field === undefined) return {};
  return { [field.name]: translate('channels.account.tail', { tail: tokenTail }) };
}

function UnlinkPanel({ channel, onRemoved }: Omit<ConnectionPanelProps, 'credentials'>) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const remove = useRemoveChannel(channel);
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => {
    onRemoved();
    void navigate({ to: '/app/channels/' });
  };
  const confirm = () => remove.mutate(undefined, { onSuccess: leave });
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
