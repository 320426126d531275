import { Checkbox, ColorInput, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Channel, WidgetSettings } from '@otvet/contract';
import { analyticsTypes, limits, requestedFields, widgetSides } from '@otvet/contract/values';
import { Panel } from '../../../components/ui/screen.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { LogoField } from './logo-field.tsx';
import { SocialLinks } from './social-links.tsx';
import { StartQuestions } from './start-questions.tsx';
import classes from './widget-form.module.css';
import { WidgetPreview } from './widget-preview.tsx';

export type WidgetFormApi = UseFormReturnType<WidgetSettings>;

export type WidgetFormProps = { form: WidgetFormApi; channel: Channel };

/** How the widget looks and behaves, beside a picture of it. */
export function WidgetForm({ form, channel }: WidgetFormProps) {
  return (
    <div className={classes.columns}>
      <Stack gap={16}>
        <LookPanel form={form} />
        <FieldsPanel form={form} />
        <BehaviourPanel form={form} />
      </Stack>
      <div className={classes.preview}>
        <WidgetPreview settings={form.values} channel={channel} />
      </div>
    </div>
  );
}

function LookPanel({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  return (
    <Panel title={t('channels.widget.look')}>
      <Stack gap={14} mt={12}>
        <TextInput
          label={t('channels.widget.field.title')}
          placeholder={t('channels.widget.default_title')}
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
        <PlaceFields form={form} />
        <Switch
          label={t('channels.widget.field.show_links')}
          {...form.getInputProps('showSocLinks', { type: 'checkbox' })}
        />
        {form.values.showSocLinks && (
          <SocialLinks
            links={form.values.socLinks}
            error={form.errors.socLinks}
            inputProps={(path) => form.getInputProps(`socLinks.${path}`)}
            onAdd={(link) => form.insertListItem('socLinks', link)}
            onRemove={(at) => form.removeListItem('socLinks', at)}
          />
        )}
      </Stack>
    </Panel>
  );
}

/** Where the closed button stands, and what stands beside it. */
function PlaceFields({ form }: { form: WidgetFormApi }) {
  const { t } = useTexts();
  return (
    <>
      <NativeSelect
        label={t('channels.widget.field.position')}
        data={widgetSides.map((side) => ({ value: side, label: t(`channels.widget.position.${side}`) }))}
        maw={260}
        {...form.getInputProps('widgetPosition')}
      />
      <Switch
        label={t('channels.widget.field.show_teaser')}
        description={t('channels.widget.field.show_teaser_hint')}
        {...form.getInputProps('showTeaser', { type: 'checkbox' })}
      />
      {form.values.showTeaser && (
        <TextInput
          label={t('channels.widget.field.teaser')}
          description={t('channels.widget.field.teaser_hint')}
          maxLength={limits.teaser}
          {...form.getInputProps('teaserText')}
        />
      )}
    </>
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
            label={t('channels.widget.field.ask_name')}
            description={t('channels.widget.field.ask_name_hint')}
            {...form.getInputProps('skipAskingName', { type: 'checkbox' })}
            checked={!skipAskingName}
            onChange={(event) => form.setFieldValue('skipAskingName', !event.currentTarget.checked)}
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
          label={t('channels.widget.field.show_questions')}
          description={t('channels.widget.field.show_questions_hint')}
          {...form.getInputProps('showQuestions', { type: 'checkbox' })}
        />
        {form.values.showQuestions && <StartQuestions form={form} />}
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
