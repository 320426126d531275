import { Alert, Button, Group, Stack } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '../../platform/api/error-text.ts';
import { PairFields } from '../../platform/forms/pair-fields.tsx';
import { pairDraft, phrasingLines, teachDraft, usePairForm } from '../../platform/forms/use-pair-form.ts';
import { useSavePair } from '../../platform/queries/save-pair.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { DraftLine } from '../unsaved/draft-line.tsx';
import classes from './pair-editor.module.css';
import { PhotoField } from './photos/photo-field.tsx';
import { usePairPhotos } from './photos/use-pair-photos.ts';

/** What is changed in the window, and how it is given up. */
export type Changed = { discard: () => void };

export type PairEditing = {
  onChanged: (changed: Changed | null) => void;
  onSaved: (pair: QuestionAnswer) => void;
  onClose: () => void;
};

export type PairEditorProps = PairEditing & {
  kbId: string;
  pair: QuestionAnswer | null;
  /** What a new pair begins with, where one question lacks its answer. */
  question?: string | undefined;
  /** Where writing begins. */
  focus: 'question' | 'answer';
  /** A new pair may be followed by the next one. */
  canAddAnother?: boolean;
  children?: ReactNode;
  /** Beside the buttons, while nothing is changed. */
  aside?: ReactNode;
};

/** Writes a pair of a base: the form of every window that does. */
export function PairEditor({
  kbId,
  pair,
  question,
  focus,
  canAddAnother = false,
  children,
  aside,
  ...on
}: PairEditorProps) {
  const { t } = useTexts();
  const { onChanged, onSaved, onClose } = on;
  const save = useSavePair(kbId);
  const isAsked = pair === null && question !== undefined;
  // As it was when writing began: another may save it meanwhile.
  const [seen] = useState(pair);
  const photos = usePairPhotos(pair?.photos ?? []);
  const { form, restoredFrom, ...kept } = usePairForm({
    question: pair?.question ?? question ?? '',
    answer: pair?.answer ?? '',
    phrasings: pair?.phrasings.join('\n') ?? '',
    draft: isAsked ? teachDraft(question) : pairDraft(kbId, pair?.id ?? null),
  });
  const isChanged = kept.isChanged || photos.isChanged;
  const isBlocked = save.isPending || photos.isUploading || photos.hasFailed;
  const discard = () => {
    kept.discard();
    photos.reset(pair?.photos ?? []);
  };
  const latest = useRef(discard);
  latest.current = discard;
  const fields = useRef<HTMLFormElement>(null);
  const focusField = () => fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  // The window may have been open before its fields were there.
  useEffect(focusField, []);
  // Before the next key can be pressed, so that Escape right behind the first letter asks too.
  useLayoutEffect(() => onChanged(isChanged ? { discard: () => latest.current() } : null), [isChanged, onChanged]);
  const saveThen = (then: (pair: QuestionAnswer) => void) =>
    form.onSubmit((typed) => {
      // Enter in a field comes here past the buttons.
      if (isBlocked) return;
      save.mutate(
        {
          id: pair?.id ?? null,
          question: typed.question.trim(),
          answer: typed.answer.trim(),
          phrasings: phrasingLines(typed.phrasings),
          ...(seen !== null && {
            textsBefore: { question: seen.question, answer: seen.answer, phrasings: seen.phrasings },
          }),
          ...(photos.isChanged && { photos: photos.ids, photosBefore: photos.seen }),
        },
        {
          onSuccess: (saved) => {
            discard();
            then(saved);
          },
        },
      );
    });
  return (
    <form
      ref={fields}
      onSubmit={saveThen(onSaved)}
      onPaste={({ clipboardData }) => clipboardData.files.length > 0 && photos.add([...clipboardData.files])}
      noValidate
    >
      <Stack gap={14}>
        <DraftLine restoredFrom={restoredFrom} note={t('knowledge.pair.draft_photos')} onDiscard={discard} />
        <PairFields form={form} focus={focus} />
        <PhotoField edited={photos} />
        {children}
        {save.isError && (
          <Alert color="red" variant="light" role="alert" p="10px 12px">
            {errorText(save.error)}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        {!isChanged && aside}
        <Button color="secondary.1" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        {canAddAnother && (
          <Button color="secondary.1" disabled={isBlocked} onClick={() => saveThen(focusField)()}>
            {t('knowledge.pair.save_and_add')}
          </Button>
        )}
        <Button
          type="submit"
          loading={save.isPending || photos.isUploading}
          disabled={photos.hasFailed}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t('shell.save')}
        </Button>
      </Group>
    </form>
  );
}
