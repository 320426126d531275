import type { Channel, ChannelSettings, WidgetSettings } from '@otvet/contract';
import { isEmbedded, limits, readWidgetSettings } from '@otvet/contract/values';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../platform/api/api-error.ts';
import { changedFields } from '../../../platform/forms/changed-fields.ts';
import { findFieldFaults, showRefusal } from '../../../platform/forms/field-faults.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { type KeptForm, useKeptForm } from '../../../platform/forms/use-kept-form.ts';
import { toSettingsFault } from '../api/settings-fault.ts';
import { useUpdateChannel } from '../api/use-update-channel.ts';
import { tidyWidget, widgetRules } from '../components/widget-rules.ts';
import type { ChannelTab } from './channel-tabs.ts';
import { contactRules, noticeChatOf, readContacts } from './contact-rules.ts';
import { type CredentialsEditor, useCredentials } from './use-credentials.ts';

const settingsRules = {
  name: all(rules.required, rules.maxLength(limits.nameText)),
  role: rules.maxLength(limits.instructionText),
  behavior: rules.maxLength(limits.instructionText),
  task: rules.maxLength(limits.instructionText),
  greeting: rules.maxLength(limits.messageText),
  handOverText: rules.maxLength(limits.handOverText),
  dialogDelay: rules.range({ min: 0, max: limits.dialogDelayMaxSeconds }),
  comeBackMinutes: rules.range({ min: 0, max: limits.comeBackMaxMinutes }),
  ...contactRules,
};

function readSettings(channel: Channel): ChannelSettings {
  const { name, active, knowledgeBaseId, role, behavior, greeting, task } = channel;
  const { handOverText, aiLang, voiceLang, temperature, dialogDelay, answerInGroups, parseContext, comeBackMinutes } =
    channel;
  const words = { role, behavior, greeting, task, handOverText };
  const answers = { aiLang, voiceLang, temperature, dialogDelay, answerInGroups, parseContext, comeBackMinutes };
  return { name, active, knowledgeBaseId, ...words, ...answers, ...readContacts(channel) };
}

type Forms = { settings: KeptForm<ChannelSettings>; widget: KeptForm<WidgetSettings>; credentials: CredentialsEditor };

/** All that can be changed of a channel, as one form over its tabs: what is typed stays while another tab is open. */
export function useChannelEditor(channel: Channel, first: ChannelTab) {
  const [tab, setTab] = useState(first);
  const tabs: ChannelTab[] = isEmbedded(channel.type)
    ? ['assistant', 'look', 'connection']
    : ['assistant', 'connection'];
  const forms = useForms(channel);
  const { settings, widget, credentials } = forms;
  const { save, isBusy } = useSave(channel, { forms, show: (next) => flushSync(() => setTab(next)) });
  const { unsaved, faulty } = sumUp(forms);
  return {
    ...forms,
    tabs,
    tab,
    chooseTab: (value: string | null) => setTab(tabs.find((other) => other === value) ?? tab),
    unsaved,
    faulty,
    isBusy: isBusy || credentials.isBusy,
    restoredFrom: settings.restoredFrom ?? widget.restoredFrom,
    save,
    /** The server stored a chat meanwhile: it is no change of the form's. */
    takeLinkedChat: (stored: Channel) => settings.settle(readSettings(stored), noticeChatOf(settings.form.getValues())),
    discard: () => {
      settings.discard();
      widget.discard();
      credentials.discard();
    },
  };
}

function useForms(channel: Channel): Forms {
  const settings = useKeptForm<ChannelSettings>({
    draft: `channel.${channel.id}.settings`,
    saved: readSettings(channel),
    validate: settingsRules,
  });
  const widget = useKeptForm<WidgetSettings>({
    draft: `channel.${channel.id}.widget`,
    saved: readWidgetSettings(channel.options),
    validate: widgetRules,
  });
  return { settings, widget, credentials: useCredentials(channel) };
}

/** The tabs with something that is not saved, and those where something is wrong. */
function sumUp({ settings, widget, credentials }: Forms): Record<'unsaved' | 'faulty', ChannelTab[]> {
  const states = [
    { tab: 'assistant', isChanged: settings.isChanged, hasFaults: Object.keys(settings.form.errors).length > 0 },
    { tab: 'look', isChanged: widget.isChanged, hasFaults: Object.keys(widget.form.errors).length > 0 },
    { tab: 'connection', isChanged: credentials.isTyped, hasFaults: credentials.hasFaults },
  ] as const;
  return {
    unsaved: states.flatMap(({ tab, isChanged }) => (isChanged ? [tab] : [])),
    faulty: states.flatMap(({ tab, hasFaults }) => (hasFaults ? [tab] : [])),
  };
}

type Saving = { forms: Forms; show: (tab: ChannelTab) => void };

/** Saves the changed fields of all tabs in one call, and after it new credentials, which the platform must confirm. */
function useSave(channel: Channel, { forms, show }: Saving) {
  const update = useUpdateChannel(channel);
  const { settings, widget, credentials } = forms;
  const findFaulty = (): ChannelTab | undefined => {
    const faulty: ChannelTab[] = [];
    if (settings.isChanged && settings.form.validate().hasErrors) faulty.push('assistant');
    if (widget.isChanged && widget.form.validate().hasErrors) faulty.push('look');
    if (credentials.isTyped && credentials.form.validate().hasErrors) faulty.push('connection');
    return faulty[0];
  };
  const saveSettings = async () => {
    const sent = { settings: settings.changes, widget: widget.changes };
    const options = changedFields(readWidgetSettings(channel.options), tidyWidget(widget.form.getValues()));
    const change = { ...sent.settings, ...(widget.isChanged && { options }) };
    const saved = await update.mutateAsync(change).catch((error: unknown) => {
      showFault(toSettingsFault(error, 'channels.settings_not_saved'), {
        change: { settings: sent.settings, options },
        forms,
        show,
      });
    });
    if (saved === undefined) return false;
    settings.settle(readSettings(saved), sent.settings);
    widget.settle(readWidgetSettings(saved.options), sent.widget);
    return true;
  };
  const save = async () => {
    const faulty = findFaulty();
    if (faulty !== undefined) return show(faulty);
    const isSaved = !(settings.isChanged || widget.isChanged) || (await saveSettings());
    if (isSaved && credentials.isTyped) await credentials.replace();
  };
  return { save, isBusy: update.isPending };
}

type Refused = Saving & { change: { settings: Partial<ChannelSettings>; options: Partial<WidgetSettings> } };

/** Opens the tab of the first refused field, so that it can be marked and focused. */
function showFault(error: unknown, { change, forms, show }: Refused): void {
  const details = error instanceof ApiError ? error.details : {};
  const isOfWidget = Object.keys(findFieldFaults({ details, sent: change.options, under: 'options.' })).length > 0;
  const isOfSettings = Object.keys(findFieldFaults({ details, sent: change.settings, under: '' })).length > 0;
  if (isOfSettings) show('assistant');
  else if (isOfWidget) show('look');
  if (isOfWidget) showRefusal(error, { form: forms.widget.form, sent: change.options, under: 'options.' });
  if (isOfSettings || !isOfWidget) showRefusal(error, { form: forms.settings.form, sent: change.settings });
}
