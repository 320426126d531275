import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import type { PairImportResult, UndoneImport } from '@otvet/contract';
import { useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { GuardedModal } from '../../../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../../../components/unsaved/use-leave-guard.tsx';
import { errorText } from '../../../platform/api/error-text.ts';
import { isRefusal } from '../../../platform/api/is-refusal.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { describeResult } from '../import-pairs/describe-result.ts';
import { ImportRows } from '../import-pairs/import-rows.tsx';
import { UndoOfResult } from '../import-pairs/undo-of-result.tsx';
import { Undone } from '../import-pairs/undone.tsx';
import { useStepFocus } from '../model/use-step-focus.ts';
import classes from './page-pairs-dialog.module.css';
import { ProposedList } from './proposed-list.tsx';
import { type PagePairsSteps, usePagePairs } from './use-page-pairs.ts';

type PagePairsDialogProps = { kbId: string; url: string; onClose: () => void };

/** The questions and answers of a page: looked through, changed, and taken as they were left. */
export function PagePairsDialog({ kbId, url, onClose }: PagePairsDialogProps) {
  const { t } = useTexts();
  const steps = usePagePairs({ kbId, url });
  // What is being taken is not left by a slip of the hand.
  const leave = () => !steps.take.isPending && onClose();
  const guard = useLeaveGuard({ isChanged: steps.isEdited, discard: () => undefined });
  return (
    <GuardedModal
      guard={guard}
      onClose={leave}
      size={860}
      closeOnClickOutside={steps.look.data === undefined || steps.take.data !== undefined}
      title={t('sources.page_pairs.title')}
    >
      <DialogBody kbId={kbId} steps={steps} url={url} onClose={() => guard.leave(leave)} />
    </GuardedModal>
  );
}

type ProposalsProps = { steps: PagePairsSteps; url: string; onClose: () => void };
type BodyProps = ProposalsProps & { kbId: string };

function DialogBody({ kbId, steps, url, onClose }: BodyProps) {
  const { t } = useTexts();
  const { look, take } = steps;
  if (look.isPending || look.isRefetching) {
    return (
      <Stack gap={12} role="status">
        <p className={classes.page}>{t('sources.page_pairs.looking', { url })}</p>
        <Skeleton h={52} />
        <Skeleton h={52} />
        <Skeleton h={52} />
      </Stack>
    );
  }
  if (look.data === undefined) {
    return (
      <>
        <Alert color="red" variant="light" role="alert">
          {errorText(look.error)}
        </Alert>
        <Buttons>
          <Button color="secondary.1" onClick={onClose}>
            {t('shell.close')}
          </Button>
          <Button onClick={() => void look.refetch()}>{t('shell.try_again')}</Button>
        </Buttons>
      </>
    );
  }
  if (look.data.pairs.length === 0) {
    return (
      <EmptyState
        title={t('sources.page_pairs.none')}
        text={t('sources.page_pairs.none_why')}
        action={{ label: t('shell.close'), onClick: onClose }}
      />
    );
  }
  if (take.data !== undefined) return <TakenPairs kbId={kbId} result={take.data} onClose={onClose} />;
  return <Proposals steps={steps} url={url} onClose={onClose} />;
}

function Proposals({ steps, url, onClose }: ProposalsProps) {
  const { t } = useTexts();
  const { look, take, rows, chosen } = steps;
  const count = chosen.length;
  const isLost = take.isError && !isRefusal(take.error);
  return (
    <>
      <Stack gap={12}>
        <p className={classes.page}>
          <b>{look.data?.title ?? url}</b> {t('sources.page_pairs.hint')}
        </p>
        {look.data?.isCut && (
          <Alert color="amber" variant="light">
            {t('sources.page_pairs.cut', { number: rows.length })}
          </Alert>
        )}
        <ProposedList rows={rows} onChange={steps.change} onChooseAll={steps.chooseAll} isBusy={take.isPending} />
        {take.isError && (
          <Alert color="red" variant="light" role="alert">
            {isLost
              ? t('sources.page_pairs.connection_lost')
              : `${errorText(take.error)} ${t('knowledge.import.nothing_changed')}`}
          </Alert>
        )}
      </Stack>
      <Buttons>
        <Button color="secondary.1" disabled={take.isPending} onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <BusyButton disabled={count === 0} loading={take.isPending} onClick={steps.takeChosen}>
          {count === 0 ? t('sources.page_pairs.nothing') : t('knowledge.many.save', { count })}
        </BusyButton>
      </Buttons>
    </>
  );
}

type TakenProps = { kbId: string; result: PairImportResult; onClose: () => void };

function TakenPairs({ kbId, result, onClose }: TakenProps) {
  const { t } = useTexts();
  const { skipped, rows } = result;
  const summary = useStepFocus<HTMLDivElement>();
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  if (undone !== null) return <Undone undone={undone} onClose={onClose} />;
  return (
    <>
      <Stack gap={12}>
        <Alert ref={summary} tabIndex={-1} color={skipped > 0 ? 'amber' : 'green'} variant="light" role="status">
          <b>{describeResult(t, result)}</b>
        </Alert>
        {rows.length > 0 && <ImportRows rows={rows} />}
      </Stack>
      <UndoOfResult kbId={kbId} result={result} onUndone={setUndone} />
      <Buttons>
        <Button onClick={onClose}>{t('shell.close')}</Button>
      </Buttons>
    </>
  );
}

function Buttons({ children }: { children: React.ReactNode }) {
  return (
    <Group justify="flex-end" mt={20} className={classes.buttons}>
      {children}
    </Group>
  );
}
