import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { api } from '../../../platform/api/client.ts';
import { showRefusal } from '../../../platform/forms/field-faults.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useKeptForm } from '../../../platform/forms/use-kept-form.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { translate, useTexts } from '../../../platform/texts/texts.ts';
import { showToast } from '../../../platform/toast/show-toast.ts';
import classes from '../channels-screen.module.css';

/** The last of the offers: a channel that is not among them. */
export function ChannelRequest() {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={classes.offer}>
      <div>
        <h3>{t('channels.request.title')}</h3>
        <p>{t('channels.request.about')}</p>
      </div>
      <Button color="secondary.1" onClick={() => setIsOpen(true)}>
        {t('channels.request.open')}
      </Button>
      {isOpen && <RequestDialog onClose={() => setIsOpen(false)} />}
    </li>
  );
}

/** What is typed is kept when it is closed. */
function RequestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const contact = useUserData()?.email ?? '';
  const { form, discard } = useKeptForm({
    draft: 'channel-request',
    saved: { channel: '', contact, comment: '' },
    validate: {
      channel: all(rules.required, rules.maxLength(limits.personName)),
      contact: rules.maxLength(limits.contactText),
      comment: rules.maxLength(limits.requestText),
    },
  });
  const send = useMutation({
    mutationFn: (values: { channel: string; contact: string; comment: string }) => api.channels.request(values),
    onSuccess: () => {
      discard();
      showToast({ kind: 'success', message: translate('channels.request.sent') });
      onClose();
    },
    onError: (error) => showRefusal(error, { form, sent: form.getValues() }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={t('channels.request.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
        <Stack gap={14}>
          <TextInput data-autofocus label={t('channels.request.channel')} {...form.getInputProps('channel')} />
          <Textarea
            label={t('channels.request.comment')}
            description={t('channels.request.comment_hint')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('comment')}
          />
          <TextInput label={t('channels.request.contact')} {...form.getInputProps('contact')} />
          <Button type="submit" loading={send.isPending}>
            {t('channels.request.send')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
