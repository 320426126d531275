import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { limits } from '@otvet/contract/values';
import { useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { BeforeAfter } from '../before-after.tsx';
import { type ChosenRow, canChoose } from './choose-pairs.ts';
import classes from './page-pairs-dialog.module.css';

export type ProposedRowProps = {
  row: ChosenRow;
  onChange: (row: number, change: { question?: string; answer?: string; isChosen?: boolean }) => void;
  isBusy: boolean;
};

/** A proposed answer: taken or not, and changed where it stands. */
export function ProposedRow({ row, onChange, isBusy }: ProposedRowProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { row: number, question, isChosen, fault } = row;
  const outcome = outcomeOf(row);
  const name = question.trim() === '' ? '—' : question;
  return (
    <li className={classes.row} data-outcome={outcome} data-chosen={isChosen || undefined} data-testid="proposed">
      <Checkbox
        className={classes.tick ?? ''}
        variant="outline"
        color="secondary.8"
        iconColor="secondary.8"
        checked={isChosen}
        disabled={isBusy || !canChoose(row)}
        aria-label={t('sources.page_pairs.take_named', { question: name })}
        onChange={({ currentTarget }) => onChange(number, { isChosen: currentTarget.checked })}
      />
      <div className={classes.words}>
        {isOpen ? <Editor row={row} onChange={onChange} /> : <Texts row={row} />}
        {fault !== null && <em>{t(`knowledge.many.fault.${fault}`)}</em>}
      </div>
      <div className={classes.side}>
        <span className={classes.outcome}>{t(`knowledge.import.outcome.${outcome}`)}</span>
        <Button
          variant="subtle"
          color="secondary"
          size="compact-xs"
          disabled={isBusy}
          aria-label={t(isOpen ? 'sources.page_pairs.done_named' : 'knowledge.pair.edit_named', { question: name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'knowledge.teach.done' : 'knowledge.teach.edit')}
        </Button>
      </div>
    </li>
  );
}

/** What would become of it as it stands now. */
function outcomeOf({ proposed: { outcome }, fault, isEdited }: ChosenRow) {
  if (!isEdited || fault !== null) return outcome;
  if (outcome === 'skipped') return 'added';
  return outcome === 'unchanged' ? 'changed' : outcome;
}

function Texts({ row: { proposed, question, answer } }: { row: ChosenRow }) {
  return (
    <>
      <b>{question || '—'}</b>
      {proposed.outcome === 'changed' && proposed.formerAnswer !== null ? (
        <BeforeAfter before={proposed.formerAnswer} after={answer} />
      ) : (
        answer !== '' && <p>{answer}</p>
      )}
    </>
  );
}

function Editor({ row: { row, question, answer }, onChange }: Pick<ProposedRowProps, 'row' | 'onChange'>) {
  const { t } = useTexts();
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('knowledge.pair.question')}
        maxLength={limits.questionText}
        value={question}
        data-autofocus
        onChange={({ currentTarget }) => onChange(row, { question: currentTarget.value, isChosen: true })}
      />
      <Textarea
        label={t('knowledge.pair.answer')}
        maxLength={limits.answerText}
        autosize
        minRows={3}
        maxRows={10}
        value={answer}
        onChange={({ currentTarget }) => onChange(row, { answer: currentTarget.value, isChosen: true })}
      />
    </div>
  );
}
