import { Checkbox, NativeSelect } from '@mantine/core';
import type { SpreadsheetHeader } from '@otvet/contract';
import { type FormEvent, useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import classes from './import-dialog.module.css';
import type { SheetColumns } from './use-import.ts';

const LETTERS = 26;
const SHOWN = 40;

/** The letters that spreadsheets show above a column. */
const letterOf = (at: number): string =>
  (at < LETTERS ? '' : letterOf(Math.floor(at / LETTERS) - 1)) + String.fromCharCode(65 + (at % LETTERS));

type ColumnChoiceProps = {
  header: SpreadsheetHeader;
  columns: SheetColumns;
  isLooking: boolean;
  /** Nothing else can be done before it. */
  isFirst: boolean;
  onChoose: (columns: SheetColumns) => void;
};

/** Says which columns hold what, where their names do not, and which of several sheets is meant. */
export function ColumnChoice({ header, columns, isLooking, isFirst, onChoose }: ColumnChoiceProps) {
  const { t } = useTexts();
  const placeOf = (name: string | null) => (name === null ? '' : String(header.header.indexOf(name)));
  const [question, setQuestion] = useState(String(columns.questionColumn ?? placeOf(header.found.question)));
  const [answer, setAnswer] = useState(String(columns.answerColumn ?? placeOf(header.found.answer)));
  const [phrasings, setPhrasings] = useState(String(columns.phrasingsColumn ?? ''));
  const [isFirstRowPair, setFirstRowPair] = useState(columns.isFirstRowPair ?? false);
  const first = useStepFocus<HTMLSelectElement>();
  const places = header.header.map((name, at) => ({
    value: String(at),
    label: name === '' ? letterOf(at) : `${letterOf(at)}: ${name.slice(0, SHOWN)}`,
  }));
  const options = [{ value: '', label: t('knowledge.import.choose_column') }, ...places];
  // Those that are named so are read anyway.
  const canPhrasings = columns.phrasingsColumn !== undefined || header.found.phrasings.length === 0;
  const isTaken = phrasings !== '' && (phrasings === question || phrasings === answer);
  const isWhole = question !== '' && answer !== '' && question !== answer && !isTaken;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    onChoose({
      ...{ questionColumn: Number(question), answerColumn: Number(answer), isFirstRowPair },
      ...(phrasings !== '' && { phrasingsColumn: Number(phrasings) }),
      ...(header.sheet !== null && { sheet: header.sheet }),
    });
  };
  return (
    <form className={classes.choice} onSubmit={submit}>
      <NativeSelect
        ref={first}
        label={t('knowledge.import.column.question')}
        data={options}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      <NativeSelect
        label={t('knowledge.import.column.answer')}
        data={options}
        value={answer}
        error={question !== '' && question === answer && t('knowledge.import.same_column')}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
      {canPhrasings && (
        <NativeSelect
          label={t('knowledge.import.column.phrasings')}
          data={[{ value: '', label: t('knowledge.import.optional') }, ...places]}
          value={phrasings}
          error={isTaken && t('knowledge.import.taken_column')}
          onChange={({ currentTarget }) => setPhrasings(currentTarget.value)}
        />
      )}
      <Checkbox
        label={t('knowledge.import.first_row_pair')}
        checked={isFirstRowPair}
        onChange={({ currentTarget }) => setFirstRowPair(currentTarget.checked)}
      />
      <BusyButton type="submit" {...(!isFirst && { color: 'secondary.1' })} loading={isLooking} disabled={!isWhole}>
        {t('knowledge.import.use_columns')}
      </BusyButton>
    </form>
  );
}

type SheetSelectProps = { header: SpreadsheetHeader; isBusy: boolean; onChoose: (columns: SheetColumns) => void };

/** Of a workbook with several sheets the one that is read. */
export function SheetSelect({ header, isBusy, onChoose }: SheetSelectProps) {
  const { t } = useTexts();
  if (header.sheet === null || header.sheets.length < 2) return null;
  return (
    <NativeSelect
      label={t('knowledge.import.sheet')}
      data={header.sheets}
      value={header.sheet}
      disabled={isBusy}
      onChange={({ currentTarget }) => onChoose({ sheet: currentTarget.value })}
    />
  );
}
