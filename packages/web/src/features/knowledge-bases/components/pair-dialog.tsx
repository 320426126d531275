import { Alert, Button, Group, Stack } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { useRef } from 'react';
import { DraftLine } from '../../../components/unsaved/draft-line.tsx';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { PairFields } from '../../../platform/forms/pair-fields.tsx';
import { pairDraft, teachDraft, usePairForm } from '../../../platform/forms/use-pair-form.ts';
import { useSavePair } from '../../../platform/queries/save-pair.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

export type PairDialogProps = {
  kbId: string;
  pair: QuestionAnswer | null;
  /** What a new pair begins with, where one question lacks its answer. */
  question?: string;
  onSaved?: () => void;
  onClose: () => void;
};

/** A question and its answer: a new pair, or one to change. */
export function PairDialog({ kbId, pair, question: asked, onSaved, onClose }: PairDialogProps) {
  const { t } = useTexts();
  const save = useSavePair(kbId);
  const { form, isChanged, restoredFrom, discard } = usePairForm({
    question: pair?.question ?? asked ?? '',
    answer: pair?.answer ?? '',
    draft: asked === undefined ? pairDraft(kbId, pair?.id ?? null) : teachDraft(asked),
  });
  const guard = useLeaveGuard({ isChanged, discard });
  const end = () => {
    guard.release();
    discard();
    onClose();
    onSaved?.();
  };
  const fields = useRef<HTMLFormElement>(null);
  const addAnother = () => {
    discard();
    fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  };
  const saveThen = (onSuccess: () => void) =>
    form.onSubmit(({ question, answer }) =>
      save.mutate({ id: pair?.id ?? null, question: question.trim(), answer: answer.trim() }, { onSuccess }),
    );
  return (
    <GuardedModal
      guard={guard}
      onClose={onClose}
      size={600}
      title={t(pair === null ? 'knowledge.pair.new' : 'knowledge.pair.edit')}
    >
      <form ref={fields} onSubmit={saveThen(end)} noValidate>
        <Stack gap={14}>
          <DraftLine restoredFrom={restoredFrom} onDiscard={discard} />
          <PairFields form={form} focus={asked === undefined ? 'question' : 'answer'} />
          {save.isError && (
            <Alert color="red" variant="light" role="alert" p="10px 12px">
              {errorText(save.error)}
            </Alert>
          )}
        </Stack>
        <Group justify="flex-end" mt={20}>
          <Button color="secondary.1" onClick={() => guard.leave(onClose)}>
            {t('shell.cancel')}
          </Button>
          {pair === null && asked === undefined && (
            <Button color="secondary.1" disabled={save.isPending} onClick={() => saveThen(addAnother)()}>
              {t('knowledge.pair.save_and_add')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} aria-keyshortcuts="Control+Enter Meta+Enter">
            {t('shell.save')}
          </Button>
        </Group>
      </form>
    </GuardedModal>
  );
}
