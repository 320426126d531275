import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeBase } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { all, rules } from '../../../platform/forms/rules.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useSaveBase } from '../api/base-mutations.ts';

export type BaseNameDialogProps = {
  /** The base to rename; null makes a new one. */
  base: KnowledgeBase | null;
  onSaved: (base: KnowledgeBase) => void;
  onClose: () => void;
};

export function BaseNameDialog({ base, onSaved, onClose }: BaseNameDialogProps) {
  const { t } = useTexts();
  const save = useSaveBase();
  const form = useForm({
    initialValues: { name: base?.name ?? '' },
    validate: { name: all(rules.required, rules.maxLength(limits.nameText)) },
  });
  const guard = useLeaveGuard({ isChanged: form.isDirty(), discard: form.reset });
  const submit = form.onSubmit(({ name }) =>
    save.mutate(
      { id: base?.id ?? null, name: name.trim() },
      {
        onSuccess: (saved) => {
          guard.release();
          onClose();
          onSaved(saved);
        },
      },
    ),
  );
  return (
    <GuardedModal
      guard={guard}
      onClose={onClose}
      title={t(base === null ? 'knowledge.base.new' : 'knowledge.base.rename')}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('knowledge.base.name')}
          placeholder={t('knowledge.base.example')}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" mt={20}>
          <Button color="secondary.1" onClick={() => guard.leave(onClose)}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(base === null ? 'knowledge.base.create_button' : 'shell.save')}
          </Button>
        </Group>
      </form>
    </GuardedModal>
  );
}
