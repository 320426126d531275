import type { ChannelSettings } from '@otvet/contract';
import { chatIdPattern, contactFields, noticeFields } from '@otvet/contract/values';
import { rules } from '../../../platform/forms/rules.ts';
import { translate } from '../../../platform/texts/texts.ts';

const { email, chat } = noticeFields;

/** What is asked of a switched-off notice is nothing; a chat has no address of its own to fall back to. */
export const contactRules = {
  [email.address]: (value: string) => rules.email(value),
  [chat.address]: (value: string, values: ChannelSettings) => {
    if (value === '') return values[chat.isOn] ? translate('errors.field.required') : null;
    return chatIdPattern.test(value) ? null : translate('errors.field.chat_id');
  },
  [contactFields.phone]: (value: string) => rules.phone(value),
  [contactFields.links]: (value: readonly { value: string }[]) =>
    value.some((link) => link.value === '' || rules.url(link.value) !== null) ? translate('errors.field.url') : null,
};

type ContactSettings = Pick<
  ChannelSettings,
  (typeof email | typeof chat)['isOn' | 'address'] | (typeof contactFields)['phone' | 'links']
>;

/** Of a channel the settings that these rules are about. */
export function readContacts(channel: ContactSettings): ContactSettings {
  return {
    [email.isOn]: channel[email.isOn],
    [email.address]: channel[email.address],
    [chat.isOn]: channel[chat.isOn],
    [chat.address]: channel[chat.address],
    [contactFields.phone]: channel[contactFields.phone],
    [contactFields.links]: channel[contactFields.links],
  };
}

/** Of a form what says which chat hears: a chat that was linked takes its place. */
export function noticeChatOf(values: ChannelSettings) {
  return { [chat.isOn]: values[chat.isOn], [chat.address]: values[chat.address] } as const;
}
