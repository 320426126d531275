import { Stack, Switch, TextInput } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { contactFields, noticeFields } from '@otvet/contract/values';
import { Panel } from '../../../components/ui/screen.tsx';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './assistant-form.module.css';
import type { SettingsForm } from './assistant-form.tsx';
import { NoticeAddress } from './notice-address.tsx';
import { NoticeChat } from './notice-chat.tsx';
import { SocialLinks } from './social-links.tsx';

/** Who hears that a customer began a dialog. */
type NoticesProps = {
  form: SettingsForm;
  channel: Pick<Channel, 'id' | 'family'>;
  onLinked: (stored: Channel) => void;
};

export function NoticesPanel({ form, channel, onLinked }: NoticesProps) {
  const { t } = useTexts();
  const { email, chat } = noticeFields;
  return (
    <Panel title={t('channels.section.notices')} hint={t('channels.section.notices_hint')}>
      <div className={classes.grid}>
        <Stack gap={12}>
          <Switch label={t('channels.field.notify_mail')} {...form.getInputProps(email.isOn, { type: 'checkbox' })} />
          {form.values[email.isOn] && (
            <>
              <TextInput
                type="email"
                label={t('channels.field.notify_address')}
                description={t('channels.field.notify_address_hint')}
                {...form.getInputProps(email.address)}
              />
              <NoticeAddress address={form.values[email.address]} isSaved={!form.isDirty(email.address)} />
            </>
          )}
        </Stack>
        <Stack gap={12}>
          <Switch label={t('channels.field.notify_chat')} {...form.getInputProps(chat.isOn, { type: 'checkbox' })} />
          {form.values[chat.isOn] && (
            <>
              <TextInput
                inputMode="numeric"
                label={t('channels.field.notify_chat_id')}
                description={t('channels.field.notify_chat_id_hint')}
                {...form.getInputProps(chat.address)}
              />
              <NoticeChat channel={channel} onLinked={onLinked} />
            </>
          )}
        </Stack>
      </div>
    </Panel>
  );
}

/** Other ways to reach the business, which the assistant may name. */
export function ContactsPanel({ form }: { form: SettingsForm }) {
  const { t } = useTexts();
  const isModelMissing = useUserData()?.hasModel === false;
  const { phone, links } = contactFields;
  const hint = t('channels.section.contacts_hint');
  return (
    <Panel
      title={t('channels.section.contacts')}
      hint={isModelMissing ? `${hint} ${t('channels.field.model_only')}` : hint}
    >
      <div className={classes.grid}>
        <TextInput type="tel" label={t('channels.field.phone')} {...form.getInputProps(phone)} />
        <Stack gap={6}>
          <span className={classes.label}>{t('channels.field.links')}</span>
          <SocialLinks
            links={form.values[links]}
            error={form.errors[links]}
            inputProps={(path) => form.getInputProps(`${links}.${path}`)}
            onAdd={(link) => form.insertListItem(links, link)}
            onRemove={(at) => form.removeListItem(links, at)}
          />
        </Stack>
      </div>
    </Panel>
  );
}
