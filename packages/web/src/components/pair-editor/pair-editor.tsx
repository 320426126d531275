import { Alert, Button, Group, Stack } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { errorText } from '../../platform/api/error-text.ts';
import { PairFields } from '../../platform/forms/pair-fields.tsx';
import {
  type PairText,
  pairDraft,
  phrasingLines,
  teachDraft,
  usePairForm,
} from '../../platform/forms/use-pair-form.ts';
import { useSavePair } from '../../platform/queries/save-pair.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { DraftLine } from '../unsaved/draft-line.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import classes from './pair-editor.module.css';
import { PhotoField } from './photos/photo-field.tsx';
import { usePairPhotos } from './photos/use-pair-photos.ts';
import { SamePairs } from './same-pairs.tsx';
import { useSamePairs } from './use-same-pairs.ts';
import { useSeenPair } from './use-seen-pair.ts';

/** What is changed in the window, and how it is given up. */
export type Changed = { discard: () => void };

export type PairEditing = {
  onChanged: (changed: Changed | null) => void;
  onSaved: (pair: QuestionAnswer) => void;
  onClose: () => void;
  /** Shows a pair that is asked the same; what is typed stays as a draft. */
  onOpen?: (pair: QuestionAnswer) => void;
};

export type PairEditorProps = PairEditing & {
  kbId: string;
  pair: QuestionAnswer | null;
  /** What a new pair begins with, where one question lacks its answer. */
  question?: string | undefined;
  /** That question stays a way to ask it, whatever is written in its place. */
  keepsAsked?: boolean | undefined;
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
  keepsAsked = false,
  focus,
  canAddAnother = false,
  children,
  aside,
  ...on
}: PairEditorProps) {
  const { t } = useTexts();
  const { onChanged, onSaved, onClose, onOpen } = on;
  const save = useSavePair(kbId);
  const isAsked = pair === null && question !== undefined;
  const photos = usePairPhotos(pair?.photos ?? []);
  const { form, restoredFrom, ...kept } = usePairForm({
    question: pair?.question ?? question ?? '',
    answer: pair?.answer ?? '',
    phrasings: pair?.phrasings.join('\n') ?? '',
    draft: isAsked ? teachDraft(question) : pairDraft(kbId, pair?.id ?? null),
  });
  const seen = useSeenPair(pair, kept);
  const newer = Object.values(kept.newerThanDraft).join('\n');
  const note = newer === '' ? t('knowledge.pair.draft_photos') : t('knowledge.pair.draft_older', { text: newer });
  const isChanged = kept.isChanged || photos.isChanged;
  const same = useSamePairs({ kbId, pair: seen.pair, typed: form.values, isSaving: save.isPending });
  const isDouble = same.found.length > 0;
  const saveLabel = isDouble ? 'knowledge.pair.save_anyway' : 'shell.save';
  const isBlocked = save.isPending || same.isChecking || photos.isUploading || photos.hasFailed;
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
  const send = (typed: PairText, then: (pair: QuestionAnswer) => void) =>
    save.mutate(
      {
        id: seen.pair?.id ?? null,
        question: typed.question.trim(),
        answer: typed.answer.trim(),
        phrasings: withAsked(typed, keepsAsked ? question : undefined),
        textsBefore: seen.texts,
        ...(photos.isChanged && { photos: photos.ids, photosBefore: photos.seen }),
      },
      {
        onSuccess: (saved) => {
          discard();
          then(saved);
        },
        onError: (error) => seen.look({ error, typed, onShown: save.reset, onGone: photos.dropSaved }),
      },
    );
  const saveThen = (then: (pair: QuestionAnswer) => void) =>
    form.onSubmit((typed) => {
      // Enter in a field comes here past the buttons.
      if (!isBlocked) same.pass(() => send(typed, then));
    });
  return (
    <form
      ref={fields}
      onSubmit={saveThen(onSaved)}
      onPaste={({ clipboardData }) => clipboardData.files.length > 0 && photos.add([...clipboardData.files])}
      noValidate
    >
      <Stack gap={14}>
        <DraftLine restoredFrom={restoredFrom} note={note} onDiscard={discard} />
        <PairFields form={form} focus={focus} />
        <PhotoField edited={photos} />
        {children}
        {seen.newer !== '' && <ChangedMeanwhile text={t('knowledge.pair.changed_meanwhile', { text: seen.newer })} />}
        {seen.isGone && <ChangedMeanwhile text={t('knowledge.pair.gone')} />}
        <SamePairs found={same.found} onOpen={onOpen} />
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
          {...(isDouble && { color: 'secondary.1' })}
          loading={save.isPending || same.isChecking || photos.isUploading}
          disabled={photos.hasFailed}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t(seen.isGone ? 'knowledge.pair.save_as_new' : saveLabel)}
        </Button>
      </Group>
    </form>
  );
}

/** The ways to ask it, with the one that it was written for where there is room. The server leaves out what is said twice. */
function withAsked({ phrasings }: PairText, asked = ''): string[] {
  const lines = phrasingLines(phrasings);
  const line = asked.split(/\s/).filter(Boolean).join(' ');
  return line === '' || lines.length >= limits.phrasings ? lines : [...lines, line];
}
