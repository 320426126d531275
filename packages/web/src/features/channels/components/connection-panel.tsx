import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Channel, describeChannel, isOfferedChannelType } from '@otvet/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { rules } from '../../../platform/forms/rules.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { useRemoveChannel, useUpdateChannel } from '../api/use-update-channel.ts';
import { EmbedPanel } from './embed-panel.tsx';

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
        {channel.tokenTail !== null && <TokenForm channel={channel} tail={channel.tokenTail} />}
      </Stack>
    </Panel>
  );
}

function TokenForm({ channel, tail }: { channel: Channel; tail: string }) {
  const { t } = useTexts();
  const update = useUpdateChannel(channel);
  const form = useForm({ initialValues: { token: '' }, validate: { token: rules.required } });
  const save = async ({ token }: { token: string }) => {
    const saved = await update.mutateAsync({ token: token.trim() }).catch(() => undefined);
    if (saved !== undefined) form.reset();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Group align="flex-end" mt={8} gap={8}>
        <PasswordInput
          flex={1}
          maw={420}
          miw={220}
          autoComplete="off"
          label={t('channels.account.token')}
          description={t('channels.account.token_hint', { tail })}
          visibilityToggleButtonProps={{ 'aria-label': t('shell.show_password') }}
          {...form.getInputProps('token')}
        />
        <Button type="submit" color="secondary.1" loading={update.isPending}>
          {t('channels.account.replace')}
        </Button>
      </Group>
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
