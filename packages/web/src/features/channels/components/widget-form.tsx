import { Checkbox, ColorInput, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Channel, WidgetSettings } from '@otvet/contract';
import {
  analyticsIdPatterns,
  analyticsTypes,
  limits,
  readWidgetSettings,
  requestedFields,
} from '@otvet/contract/values';
import { Panel } from '../../../components/ui/screen.tsx';
import { showRefusal } from '../../../platform/forms/field-faults.ts';
import { rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useUpdateChannel } from '../api/use-update-channel.ts';
import { LogoField } from './logo-field.tsx';
import { SaveBar } from './save-bar.tsx';
import { SocialLinks } from './social-links.tsx';
import classes from './widget-form.module.css';
import { WidgetPreview } from './widget-preview.tsx';
import { widgetRules } from './widget-rules.ts';

export type WidgetFormApi = UseFormReturnType<WidgetSettings>;

export function WidgetForm({ channel, widget }: { channel: Channel; widget: WidgetSettings }) {
  const form = useForm<WidgetSettings>({ initialValues: widget, validate: widgetRules });
  const update = useUpdateChannel(channel, (error, { options = {} }) =>
    showRefusal(error, { form, sent: options, under: 'options.' }),
  );
  const save = async (values: WidgetSettings) => {
    const saved = await update.mutateAsync({ options: tidy(values) }).catch(() => undefined);
    if (!saved) return;
    const kept = readWidgetSettings(saved.options);
    form.setValues(kept);
    form.resetDirty(kept);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate className={classes.columns}>
      <Stack gap={16}>
        <LookPanel form={form} />
        <FieldsPanel form={form} />
        <BehaviourPanel form={form} />
        <SaveBar
          isDirty={form.isDirty()}
          isBusy={update.isPending}
          hasErrors={Object.keys(form.errors).length > 0}
          onReset={() => form.reset()}
        />
      </Stack>
      <div className={classes.preview}>
        <WidgetPreview settings={form.values} channel={channel} />
      </div>
    </form>
  );
}

/** What is switched off and half typed is not kept. */
function tidy(values: WidgetSettings): WidgetSettings {
  const socLinks = values.socLinks.filter(({ value }) => rules.url(value) === null);
  const isIdWrong = !analyticsIdPatterns[values.analyticsType].test(values.analyticsId);
  const allowedOrigins = values.allowedOrigins.map((line) => line.trim()).filter((line) => line !== '');
  return { ...values, socLinks, allowedOrigins, analyticsId: isIdWrong ? '' : values.analyticsId };
}

function LookPanel({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  return (
    <Panel title={t('channels.widget.look')}>
      <Stack gap={14} mt={12}>
        <TextInput
          label={t('channels.widget.field.title')}
          maxLength={limits.widgetTitle}
          {...form.getInputProps('widgetTitle')}
        />
        <ColorInput
          label={t('channels.widget.field.color')}
          format="hex"
          withEyeDropper={false}
          popoverProps={{ withinPortal: true }}
          {...form.getInputProps('widgetColor')}
        />
        <LogoField form={form} />
        <Switch
          label={t('channels.widget.field.show_links')}
          {...form.getInputProps('showSocLinks', { type: 'checkbox' })}
        />
        {form.values.showSocLinks && <SocialLinks form={form} />}
      </Stack>
    </Panel>
  );
}

/** With contact fields the chosen ones are asked for; without them the name alone, unless that is skipped. */
function FieldsPanel({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  const { useContactFields, requestedFields: chosen, skipAskingName } = form.values;
  const isAsking = useContactFields ? chosen.length > 0 : !skipAskingName;
  return (
    <Panel title={t('channels.widget.contacts')} hint={t('channels.widget.contacts_hint')}>
      <Stack gap={14} mt={12}>
        <Switch
          label={t('channels.widget.field.use_contacts')}
          {...form.getInputProps('useContactFields', { type: 'checkbox' })}
        />
        {form.values.useContactFields ? (
          <Checkbox.Group label={t('channels.widget.field.requested')} {...form.getInputProps('requestedFields')}>
            <Stack gap={8} mt={6}>
              {requestedFields.map((field) => (
                <Checkbox
                  key={field}
                  color="secondary.8"
                  value={field}
                  label={t(`channels.widget.requested.${field}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : (
          <Switch
            label={t('channels.widget.field.skip')}
            description={t('channels.widget.field.skip_hint')}
            {...form.getInputProps('skipAskingName', { type: 'checkbox' })}
          />
        )}
        {isAsking && (
          <Switch
            label={t('channels.widget.field.force')}
            description={t('channels.widget.field.force_hint')}
            {...form.getInputProps('forceAskingName', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Panel>
  );
}

function BehaviourPanel({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  return (
    <Panel title={t('channels.widget.behaviour')}>
      <Stack gap={14} mt={12}>
        <NumberInput
          label={t('channels.widget.field.timer')}
          description={t('channels.widget.field.timer_hint')}
          min={0}
          max={limits.openingTimerMaxSeconds}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          maw={260}
          {...form.getInputProps('openingTimer')}
        />
        <Switch
          label={t('channels.widget.field.open_by_message')}
          {...form.getInputProps('openByWindowMessage', { type: 'checkbox' })}
        />
        <Switch
          label={t('channels.widget.field.analytics')}
          {...form.getInputProps('isAnalitics', { type: 'checkbox' })}
        />
        {form.values.isAnalitics && (
          <div className={classes.pair}>
            <NativeSelect
              label={t('channels.widget.field.analytics_type')}
              data={analyticsTypes.map((type) => ({ value: type, label: t(`channels.widget.analytics.${type}`) }))}
              {...form.getInputProps('analyticsType')}
            />
            <TextInput
              label={t('channels.widget.field.analytics_id')}
              maxLength={limits.analyticsId}
              {...form.getInputProps('analyticsId')}
            />
          </div>
        )}
        <Textarea
          label={t('channels.widget.field.origins')}
          description={t('channels.widget.field.origins_hint')}
          placeholder="https://shop.example"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.instructionText}
          {...form.getInputProps('allowedOrigins')}
          value={form.values.allowedOrigins.join('\n')}
          onChange={(event) => form.setFieldValue('allowedOrigins', readLines(event.currentTarget.value))}
          onBlur={() =>
            form.setFieldValue(
              'allowedOrigins',
              form.values.allowedOrigins.filter((line) => line.trim() !== ''),
            )
          }
        />
      </Stack>
    </Panel>
  );
}

function readLines(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => line.trimStart());
}
