import { NumberInput, Select, Slider, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Channel, ChannelSettings } from '@otvet/contract';
import { assistantLanguages, describeChannel, isOfferedChannelType, limits } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/ui/screen.tsx';
import { showRefusal } from '../../../platform/forms/field-faults.ts';
import { all, rules } from '../../../platform/forms/rules.ts';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useUpdateChannel } from '../api/use-update-channel.ts';
import classes from './assistant-form.module.css';
import { SaveBar } from './save-bar.tsx';

type SettingsForm = UseFormReturnType<ChannelSettings>;

function readSettings(channel: Channel): ChannelSettings {
  const { name, active, knowledgeBaseId, role, behavior, greeting, task } = channel;
  const { handOverText, aiLang, temperature, dialogDelay, answerInGroups, comeBackMinutes } = channel;
  const words = { role, behavior, greeting, task, handOverText };
  return { name, active, knowledgeBaseId, ...words, aiLang, temperature, dialogDelay, answerInGroups, comeBackMinutes };
}

export function AssistantForm({ channel }: { channel: Channel }) {
  const form = useForm<ChannelSettings>({
    initialValues: readSettings(channel),
    validate: {
      name: all(rules.required, rules.maxLength(limits.nameText)),
      role: rules.maxLength(limits.instructionText),
      behavior: rules.maxLength(limits.instructionText),
      task: rules.maxLength(limits.instructionText),
      greeting: rules.maxLength(limits.messageText),
      handOverText: rules.maxLength(limits.handOverText),
      dialogDelay: rules.range({ min: 0, max: limits.dialogDelayMaxSeconds }),
      comeBackMinutes: rules.range({ min: 0, max: limits.comeBackMaxMinutes }),
    },
  });
  const update = useUpdateChannel(channel, (error, sent) => showRefusal(error, { form, sent }));
  const save = async (values: ChannelSettings) => {
    const saved = await update.mutateAsync(values).catch(() => undefined);
    if (saved === undefined) return;
    form.setValues(readSettings(saved));
    form.resetDirty(readSettings(saved));
  };
  const canGroups = isOfferedChannelType(channel.type) && describeChannel(channel.type).canGroups;
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack gap={16}>
        <MainPanel form={form} canGroups={canGroups} />
        <WordsPanel form={form} />
        <AnswerPanel form={form} />
        <SaveBar
          isDirty={form.isDirty()}
          isBusy={update.isPending}
          hasErrors={Object.keys(form.errors).length > 0}
          onReset={() => form.reset()}
        />
      </Stack>
    </form>
  );
}

function MainPanel({ form, canGroups }: { form: SettingsForm; canGroups: boolean }) {
  const { t } = useTexts();
  const bases = useQuery(knowledgeBasesQuery).data ?? [];
  return (
    <Panel title={t('channels.section.main')}>
      <div className={classes.grid}>
        <TextInput label={t('channels.field.name')} {...form.getInputProps('name')} />
        <Select
          label={t('channels.field.base')}
          placeholder={t('channels.field.base_none')}
          nothingFoundMessage={t('channels.field.base_empty')}
          clearable
          clearButtonProps={{ 'aria-label': t('shell.clear') }}
          data={bases.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('knowledgeBaseId')}
        />
        <Switch
          label={t('channels.field.active')}
          description={t('channels.field.active_hint')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        {canGroups && (
          <Switch
            label={t('channels.field.groups')}
            description={t('channels.field.groups_hint')}
            {...form.getInputProps('answerInGroups', { type: 'checkbox' })}
          />
        )}
      </div>
    </Panel>
  );
}

function WordsPanel({ form }: { form: SettingsForm }) {
  const { t } = useTexts();
  const words = (name: 'role' | 'behavior' | 'greeting' | 'task' | 'handOverText') => ({
    label: t(`channels.field.${name}`),
    description: t(`channels.field.${name}_hint`),
    autosize: true,
    minRows: 2,
    maxRows: 10,
    ...form.getInputProps(name),
  });
  return (
    <Panel title={t('channels.section.words')}>
      <div className={classes.grid}>
        <Textarea {...words('role')} />
        <Textarea {...words('behavior')} />
        <Textarea {...words('greeting')} />
        <Textarea {...words('handOverText')} />
        <Textarea {...words('task')} />
      </div>
    </Panel>
  );
}

function AnswerPanel({ form }: { form: SettingsForm }) {
  const { t, locale } = useTexts();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const languages = assistantLanguages.map((code) => ({
    value: code,
    label: code === 'all' ? t('channels.field.language_all') : `${names.of(code) ?? code} (${code})`,
  }));
  return (
    <Panel title={t('channels.section.answers')}>
      <div className={classes.grid}>
        <Select
          label={t('channels.field.language')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('shell.nothing_found')}
          data={languages}
          {...form.getInputProps('aiLang')}
        />
        <NumberInput
          label={t('channels.field.delay')}
          description={t('channels.field.delay_hint')}
          min={0}
          max={limits.dialogDelayMaxSeconds}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('dialogDelay')}
        />
        <NumberInput
          label={t('channels.field.come_back')}
          description={t('channels.field.come_back_hint')}
          min={0}
          max={limits.comeBackMaxMinutes}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('comeBackMinutes')}
        />
        <div className={classes.slider}>
          <span id="temperature">{t('channels.field.temperature')}</span>
          <small>{t('channels.field.temperature_hint')}</small>
          <Slider
            min={limits.temperatureMin}
            max={limits.temperatureMax}
            step={0.1}
            mt={10}
            mb={22}
            aria-labelledby="temperature"
            thumbLabel={t('channels.field.temperature')}
            label={(value) => value.toLocaleString(locale, { maximumFractionDigits: 1 })}
            marks={[
              { value: limits.temperatureMin, label: t('channels.field.temperature_low') },
              { value: limits.temperatureMax, label: t('channels.field.temperature_high') },
            ]}
            {...form.getInputProps('temperature')}
          />
        </div>
      </div>
    </Panel>
  );
}
