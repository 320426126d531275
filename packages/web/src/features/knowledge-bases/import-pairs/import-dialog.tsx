import { Alert, Button, Group, Modal, Progress, Stack } from '@mantine/core';
import type { UndoneImport } from '@otvet/contract';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../platform/api/error-text.ts';
import { isRefusal } from '../../../platform/api/is-refusal.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useStepFocus } from '../model/use-step-focus.ts';
import { ColumnChoice, SheetSelect } from './column-choice.tsx';
import { describeFault } from './describe-fault.ts';
import { describeResult } from './describe-result.ts';
import { HeaderReport } from './header-report.tsx';
import classes from './import-dialog.module.css';
import { ImportRows } from './import-rows.tsx';
import { finalRows, toCsv } from './result-csv.ts';
import { SheetChoice } from './sheet-choice.tsx';
import { UndoOfResult } from './undo-of-result.tsx';
import { Undone } from './undone.tsx';
import { type Looked, type SheetColumns, useImport } from './use-import.ts';

/** Answers from a spreadsheet: which columns it has, what would become of each row, then the import and what came of it. */
export function ImportDialog({ kbId, onClose }: { kbId: string; onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const steps = useImport(kbId);
  const { look, lookAt, shown, run } = steps;
  // What runs is not left by a slip of the hand: it goes on at the server, and its result would be lost.
  const leave = () => !run.isPending && onClose();
  return (
    <Modal
      opened
      onClose={leave}
      size={shown === null ? 600 : 860}
      title={t('knowledge.import.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {shown === null ? (
        <SheetChoice
          key={steps.asked}
          kbId={kbId}
          isLooking={look.isPending}
          error={look.error}
          onChoose={(sheet) => lookAt({ sheet, columns: {} })}
          onClose={onClose}
        />
      ) : (
        <LookedSheet kbId={kbId} looked={shown} steps={steps} onClose={leave} />
      )}
    </Modal>
  );
}

const isChanged = (error: unknown) => error instanceof ApiError && error.code === 'knowledge.sheet_changed';

type LookedProps = { kbId: string; looked: Looked; steps: ReturnType<typeof useImport>; onClose: () => void };

function LookedSheet({ kbId, looked, steps, onClose }: LookedProps) {
  const { t } = useTexts();
  const { header, plan, sheet, columns } = looked;
  const { look, lookAt, run, again, recheck } = steps;
  const [isChoosing, setChoosing] = useState(false);
  const isChosen = isChoosing || columns.questionColumn !== undefined;
  const canChoose = header.missing.length === 0 && !isChosen && header.header.length > 2;
  const choose = (chosen: SheetColumns) => lookAt({ sheet, columns: chosen });
  const count = plan === null ? 0 : plan.added + plan.changed;
  const isLost = run.isError && !isRefusal(run.error);
  const mustLook = isLost || isChanged(run.error);
  if (run.data !== undefined) return <ImportResult kbId={kbId} looked={looked} result={run.data} onClose={onClose} />;
  return (
    <>
      <Stack gap={14}>
        <SheetSelect header={header} isBusy={run.isPending} onChoose={choose} />
        <HeaderReport header={header} />
        {canChoose && (
          <Button variant="subtle" size="sm" className={classes.choose} onClick={() => setChoosing(true)}>
            {t('knowledge.import.choose_columns')}
          </Button>
        )}
        {(header.missing.length > 0 || isChosen) && (
          <ColumnChoice
            key={header.sheet}
            header={header}
            columns={columns}
            isLooking={look.isPending}
            isFirst={plan === null}
            onChoose={choose}
          />
        )}
        {look.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorText(look.error)}
          </Alert>
        )}
        {plan !== null && <ImportRows rows={plan.rows} />}
        {run.isPending && (
          <div role="status">
            <p className={classes.running}>{t('knowledge.import.running', { count })}</p>
            <Progress value={100} animated size={6} aria-label={t('knowledge.import.running', { count })} />
          </div>
        )}
        {run.isError && (
          <Alert color="red" variant="light" role="alert">
            {isLost
              ? t('knowledge.import.connection_lost')
              : `${errorText(run.error)} ${t('knowledge.import.nothing_changed')}`}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        <Button color="secondary.1" disabled={run.isPending} onClick={again}>
          {t('knowledge.import.other_sheet')}
        </Button>
        {mustLook && <Button onClick={recheck}>{t('knowledge.import.look')}</Button>}
        {plan !== null && !mustLook && (
          <BusyButton
            disabled={count === 0 || look.isPending}
            loading={run.isPending}
            onClick={() => run.mutate(looked)}
          >
            {count === 0 ? t('knowledge.import.nothing') : t('knowledge.import.run', { count })}
          </BusyButton>
        )}
      </Group>
    </>
  );
}

type ResultProps = { kbId: string; looked: Looked; result: NonNullable<Looked['plan']>; onClose: () => void };

function ImportResult({ kbId, looked, result, onClose }: ResultProps) {
  const { t, locale } = useTexts();
  const { skipped } = result;
  const summary = useStepFocus<HTMLDivElement>();
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  const rows = finalRows(looked.plan?.rows ?? [], result.rows);
  const download = () => {
    // Questions and answers are cut here: the report must not be one that can be imported.
    const heading = ['row', 'outcome', 'question', 'reason'] as const;
    const table = rows.map((row) => [
      String(row.row),
      t(`knowledge.import.outcome.${row.outcome}`),
      row.question,
      row.outcome === 'skipped' ? describeFault(t, row) : '',
    ]);
    const csv = toCsv(
      [heading.map((name) => t(`knowledge.import.csv.${name}`)), ...table],
      locale === 'ru' ? ';' : ',',
    );
    save(csv, t('knowledge.import.file_name'));
  };
  if (undone !== null) return <Undone undone={undone} onClose={onClose} />;
  return (
    <>
      <Stack gap={14}>
        <Alert ref={summary} tabIndex={-1} color={skipped > 0 ? 'amber' : 'green'} variant="light" role="status">
          <b>{describeResult(t, result)}</b> {skipped > 0 && t('knowledge.import.skipped_hint')}
        </Alert>
        {skipped > 0 && <ImportRows rows={result.rows.filter(({ outcome }) => outcome === 'skipped')} />}
      </Stack>
      <UndoOfResult kbId={kbId} result={result} onUndone={setUndone} />
      <Group justify="flex-end" mt={20} className={classes.buttons}>
        <Button color="secondary.1" leftSection={<IconDownload size={16} />} onClick={download}>
          {t('knowledge.import.download')}
        </Button>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </Group>
    </>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
