import type { Channel, FieldValues, FormField } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { useEffect } from 'react';
import { type DeclaredForm, startValues, useDeclaredForm } from '../../../connect-forms/declared-fields.tsx';
import { type Faults, sortFaults } from '../../../connect-forms/field-faults.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { changedFields } from '../../../platform/forms/changed-fields.ts';
import { translate } from '../../../platform/texts/texts.ts';
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
  const saved = startValues(fields, channel.credentials);
  const form = useDeclaredForm(fields, { saved: channel.credentials });
  const faults = sortFaults(fields, { error: update.error, fault: null });
  const isForeign = update.error instanceof ApiError && update.error.code === 'channels.webhook_foreign';
  const changed = changedFields(saved, form.values);
  const isTyped = Object.keys(changed).length > 0;
  const settle = (values: FieldValues) => {
    form.setInitialValues(values);
    form.reset();
  };
  const state = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server says anew takes the place of what stands there
  useEffect(() => {
    if (!form.isDirty()) settle(saved);
  }, [state]);
  const discard = () => {
    settle(saved);
    update.reset();
  };
  const replace = async () => {
    if (!isTyped) return form.setErrors(askForSecrets(fields));
    if (form.validate().hasErrors) return;
    const values = form.getValues();
    // What is left as it was is the server's to keep.
    const change = { ...changedFields(saved, values), ...(isForeign && { replaceWebhook: true }) };
    const answer = await update.mutateAsync(change).catch(() => null);
    if (answer !== null && form.getValues() === values) settle(startValues(fields, answer.credentials));
  };
  const hasFaults = isTyped && (Object.keys(form.errors).length > 0 || update.isError);
  return { fields, form, isTyped, hasFaults, faults, isForeign, isBusy: update.isPending, replace, discard };
}

/** Nothing was changed: what cannot be seen may be what has to be. */
function askForSecrets(fields: readonly FormField[]): Record<string, string> {
  const asked = fields.filter(({ kind, isRequired }) => kind === 'secret' && isRequired);
  return Object.fromEntries(asked.map(({ name }) => [name, translate('errors.field.required')]));
}
