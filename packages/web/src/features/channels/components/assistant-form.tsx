import { NumberInput, Select, Slider, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Channel, ChannelSettings } from '@otvet/contract';
import { assistantLanguages, describeChannel, isOfferedChannelType, limits } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/ui/screen.tsx';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './assistant-form.module.css';
import { ContactsPanel, NoticesPanel } from './contacts-panels.tsx';
import { CopySettings } from './copy-settings.tsx';

export type SettingsForm = UseFormReturnType<ChannelSettings>;

/** What the assistant says in a channel, and how. */
export function AssistantForm({
  channel,
  form,
  onLinked,
}: {
  channel: Pick<Channel, 'id' | 'type' | 'family'>;
  form: SettingsForm;
  /** Somebody linked a chat for the notices: what the channel has now. */
  onLinked: (stored: Channel) => void;
}) {
  const descriptor = isOfferedChannelType(channel.type) ? describeChannel(channel.type) : undefined;
  return (
    <Stack gap={16}>
      <CopySettings channel={channel} parts={['words', 'greeting', 'base', 'answers']} onCopy={form.setValues} />
      <MainPanel form={form} canGroups={descriptor?.canGroups === true} />
      <WordsPanel form={form} />
      <AnswerPanel
        form={form}
        hasContext={descriptor?.hasContext === true}
        hasVoice={descriptor?.delivery === 'push'}
      />
      <NoticesPanel form={form} channel={channel} onLinked={onLinked} />
      <ContactsPanel form={form} />
    </Stack>
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
  const isModelMissing = useUserData()?.hasModel === false;
  const hint = (name: 'role' | 'behavior' | 'greeting' | 'task' | 'handOverText') =>
    isModelMissing && name !== 'greeting' && name !== 'handOverText'
      ? `${t(`channels.field.${name}_hint`)} ${t('channels.field.model_only')}`
      : t(`channels.field.${name}_hint`);
  const words = (name: 'role' | 'behavior' | 'greeting' | 'task' | 'handOverText') => ({
    label: t(`channels.field.${name}`),
    description: hint(name),
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
        <Textarea {...words('greeting')} placeholder={t('assistant.greeting')} />
        <Textarea {...words('handOverText')} placeholder={t('assistant.hand_over')} />
        <Textarea {...words('task')} />
      </div>
    </Panel>
  );
}

type AnswerProps = { form: SettingsForm; hasContext: boolean; hasVoice: boolean };

function AnswerPanel({ form, hasContext, hasVoice }: AnswerProps) {
  const { t, locale } = useTexts();
  const isModelMissing = useUserData()?.hasModel === false;
  const languages = listLanguages(locale, t('channels.field.language_all'));
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
        {hasVoice && <VoiceLanguage form={form} />}
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
          <small>{t(isModelMissing ? 'channels.field.model_only' : 'channels.field.temperature_hint')}</small>
          <Slider
            min={limits.temperatureMin}
            max={limits.temperatureMax}
            step={0.1}
            mt={10}
            mb={22}
            mx={28}
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
        {hasContext && (
          <Switch
            label={t('channels.field.context')}
            description={t(isModelMissing ? 'channels.field.model_only' : 'channels.field.context_hint')}
            {...form.getInputProps('parseContext', { type: 'checkbox' })}
          />
        )}
      </div>
    </Panel>
  );
}

/** What is spoken in voice messages; a server that hears nothing says what it lacks. */
function VoiceLanguage({ form }: { form: SettingsForm }) {
  const { t, locale } = useTexts();
  const isMissing = useUserData()?.hasTranscription === false;
  return (
    <Select
      label={t('channels.field.voice_language')}
      description={t(isMissing ? 'channels.field.voice_language_missing' : 'channels.field.voice_language_hint')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('shell.nothing_found')}
      data={listLanguages(locale, t('channels.field.voice_language_all'))}
      {...form.getInputProps('voiceLang')}
    />
  );
}

function listLanguages(locale: string, anyLanguage: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return assistantLanguages.map((code) => ({
    value: code,
    label: code === 'all' ? anyLanguage : `${names.of(code) ?? code} (${code})`,
  }));
}
