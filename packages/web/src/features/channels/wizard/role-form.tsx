import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Panel } from '../../../components/ui/screen.tsx';
import { DraftLine } from '../../../components/unsaved/draft-line.tsx';
import { BaseSelect } from '../../../connect-forms/base-select.tsx';
import { PairFields } from '../../../platform/forms/pair-fields.tsx';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { CopySettings } from '../components/copy-settings.tsx';
import { type RoleValues, useRoleForm } from './use-role-form.ts';
import classes from './wizard-page.module.css';

/** Who the assistant is, what it answers from, and its first answer. */
export function RoleForm({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { family: type, id } = channel;
  const goOn = () => void navigate({ to: '/wizard/role/$type/$id/', params: { type, id }, search: { step: 'try' } });
  const { role, pair, base, isEmptyBase, isBusy, save } = useRoleForm(channel, goOn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const copy = ({ knowledgeBaseId, ...values }: Partial<Channel>) => {
    if (knowledgeBaseId !== undefined) base.choose(knowledgeBaseId ?? '');
    const { name: _own, ...words } = { ...role.form.getValues(), ...pickRole(values) };
    role.form.setValues(words);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <DraftLine restoredFrom={role.restoredFrom} onDiscard={role.discard} />
        <CopySettings channel={channel} parts={['words', 'greeting', 'base']} onCopy={copy} />
        <RoleFields form={role.form} />
        <Panel title={t('wizard.role.base')}>
          <Stack gap={14} mt={12}>
            <BaseSelect {...base.field} onChange={base.choose} />
            {isEmptyBase && (
              <>
                <p className={classes.text} style={{ margin: 0 }}>
                  {t('wizard.role.first_pair')}
                </p>
                <PairFields form={pair.form} isBrief />
              </>
            )}
          </Stack>
        </Panel>
      </Stack>
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy}>
          {t('wizard.role.save')}
        </Button>
        <Button color="secondary.1" renderRoot={(props) => <Link to="/wizard/channels/" {...props} />}>
          {t('wizard.back')}
        </Button>
      </div>
    </form>
  );
}

/** Of copied settings those that this form has. */
function pickRole(values: Partial<Channel>): Partial<RoleValues> {
  const { role, behavior, greeting, task } = values;
  return {
    ...(role !== undefined && { role }),
    ...(behavior !== undefined && { behavior }),
    ...(greeting !== undefined && { greeting }),
    ...(task !== undefined && { task }),
  };
}

function RoleFields({ form }: { form: ReturnType<typeof useRoleForm>['role']['form'] }) {
  const { t } = useTexts();
  const isModelMissing = useUserData()?.hasModel === false;
  const words = (name: 'role' | 'behavior' | 'greeting' | 'task') => ({
    label: t(`channels.field.${name}`),
    description:
      isModelMissing && name !== 'greeting'
        ? `${t(`channels.field.${name}_hint`)} ${t('channels.field.model_only')}`
        : t(`channels.field.${name}_hint`),
    autosize: true,
    minRows: 2,
    maxRows: 8,
    ...form.getInputProps(name),
  });
  return (
    <Panel title={t('wizard.role.who')}>
      <Stack gap={14} mt={12}>
        <TextInput label={t('channels.field.name')} {...form.getInputProps('name')} />
        <Textarea {...words('greeting')} placeholder={t('assistant.greeting')} />
        <Textarea {...words('role')} placeholder={t('wizard.role.example')} />
        <Textarea {...words('behavior')} />
        <Textarea {...words('task')} />
      </Stack>
    </Panel>
  );
}
