import type { Channel, FormField } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { type DeclaredForm, useDeclaredForm } from '../../../connect-forms/declared-fields.tsx';
import { type Faults, sortFaults } from '../../../connect-forms/field-faults.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useUpdateChannel } from '../api/use-update-channel.ts';

/** New credentials for a channel, as they are typed. They are secrets, so nothing keeps them but the open screen. */
export type CredentialsEditor = {
  fields: readonly FormField[];
  form: DeclaredForm;
  isTyped: boolean;
  hasFaults: boolean;
  faults: Faults;
  /** Another program takes the account's messages; replacing takes them from it. */
  isForeign: boolean;
  isBusy: boolean;
  replace: () => Promise<void>;
  discard: () => void;
};

export function useCredentials(channel: Channel): CredentialsEditor {
  const fields = isOfferedChannelType(channel.type) ? describeChannel(channel.type).credentials : [];
  const update = useUpdateChannel(channel);
  const form = useDeclaredForm(fields);
  const faults = sortFaults(fields, { error: update.error, fault: null });
  const isForeign = update.error instanceof ApiError && update.error.code === 'channels.webhook_foreign';
  const isTyped = Object.values(form.values).some((value) => value !== '');
  const discard = () => {
    form.reset();
    update.reset();
  };
  const replace = async () => {
    if (form.validate().hasErrors) return;
    const values = form.getValues();
    const saved = await update.mutateAsync({ ...values, ...(isForeign && { replaceWebhook: true }) }).catch(() => null);
    if (saved !== null && form.getValues() === values) form.reset();
  };
  const hasFaults = isTyped && (Object.keys(form.errors).length > 0 || update.isError);
  return { fields, form, isTyped, hasFaults, faults, isForeign, isBusy: update.isPending, replace, discard };
}
