import { Alert, Button, Group, Stack } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { DraftLine } from '../../../components/unsaved/draft-line.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { PairFields } from '../../../platform/forms/pair-fields.tsx';
import { pairDraft, teachDraft, usePairForm } from '../../../platform/forms/use-pair-form.ts';
import { useSavePair } from '../../../platform/queries/save-pair.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './teach-dialog.module.css';

/** What is changed in the window, and how it is given up. */
export type Changed = { discard: () => void };

export type Editing = {
  onChanged: (changed: Changed | null) => void;
  onSaved: (pair: QuestionAnswer) => void;
  onClose: () => void;
};

export type PairEditorProps = Editing & {
  kbId: string;
  pair: QuestionAnswer | null;
  question: string;
  children?: ReactNode;
};

/** Writes a pair of a base without leaving the dialog. */
export function PairEditor({ kbId, pair, question, onChanged, onSaved, onClose, children }: PairEditorProps) {
  const { t } = useTexts();
  const save = useSavePair(kbId);
  const known = { question: pair?.question ?? question, answer: pair?.answer ?? '' };
  const draft = pair === null ? teachDraft(question) : pairDraft(kbId, pair.id);
  const { form, isChanged, restoredFrom, discard } = usePairForm({ ...known, draft });
  const latest = useRef(discard);
  latest.current = discard;
  const fields = useRef<HTMLFormElement>(null);
  // The window was open before its fields were there.
  useEffect(() => fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  // Before the next key can be pressed, so that Escape right behind the first letter asks too.
  useLayoutEffect(() => onChanged(isChanged ? { discard: () => latest.current() } : null), [isChanged, onChanged]);
  const submit = form.onSubmit((typed) =>
    save.mutate(
      { id: pair?.id ?? null, question: typed.question.trim(), answer: typed.answer.trim() },
      {
        onSuccess: (saved) => {
          discard();
          onSaved(saved);
        },
      },
    ),
  );
  return (
    <form ref={fields} onSubmit={submit} noValidate>
      <Stack gap={14}>
        <DraftLine restoredFrom={restoredFrom} onDiscard={discard} />
        <PairFields form={form} focus="answer" />
        {children}
        {save.isError && (
          <Alert color="red" variant="light" role="alert" p="10px 12px">
            {errorText(save.error)}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt={20}>
        {pair !== null && !isChanged && (
          <Link to="/app/knowledge-bases/$id/" params={{ id: kbId }} className={classes.base}>
            {t('knowledge.teach.open_base')}
          </Link>
        )}
        <Button color="secondary.1" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('shell.save')}
        </Button>
      </Group>
    </form>
  );
}
