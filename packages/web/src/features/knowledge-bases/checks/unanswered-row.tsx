import { Button } from '@mantine/core';
import type { UnansweredQuestion } from '@otvet/contract';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { formatPoint } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './unanswered-panel.module.css';
import { useHideQuestion } from './unanswered-query.ts';

type RowProps = { baseId: string; asked: UnansweredQuestion };

/** A question with how often and when it was asked. */
export function UnansweredRow({
  baseId,
  asked,
  onAnswer,
  onHidden,
}: RowProps & { onAnswer: () => void; onHidden: () => void }) {
  const { t } = useTexts();
  const hide = useHideQuestion(baseId);
  const { question, fingerprint } = asked;
  return (
    <li className={classes.row} data-testid="unanswered">
      <div className={classes.words}>
        <h3>{question}</h3>
        <TimesAsked asked={asked} />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={t('checks.unanswered.answer_named', { question })}
          onClick={onAnswer}
        >
          {t('checks.unanswered.answer')}
        </Button>
        <BusyButton
          variant="subtle"
          size="sm"
          loading={hide.isPending}
          aria-label={t('checks.unanswered.hide_named', { question })}
          onClick={() => {
            onHidden();
            hide.mutate({ fingerprint, isHidden: true });
          }}
        >
          {t('checks.unanswered.hide')}
        </BusyButton>
      </div>
    </li>
  );
}

/** One that was put away; `isInPlace`: just now, where it stood. */
export function HiddenRow({ baseId, asked, isInPlace = false }: RowProps & { isInPlace?: boolean }) {
  const { t } = useTexts();
  const hide = useHideQuestion(baseId);
  const { question, fingerprint } = asked;
  return (
    <li className={classes.row} data-testid="unanswered-hidden">
      <div className={classes.words}>
        {isInPlace ? (
          <p role="status">
            {t('checks.unanswered.put_away', { question })} {t('checks.unanswered.hidden_hint')}
          </p>
        ) : (
          <>
            <h3>{question}</h3>
            <TimesAsked asked={asked} />
          </>
        )}
      </div>
      <BusyButton
        variant="default"
        size="sm"
        className={classes.actions}
        // The button that was pressed is gone: the keyboard goes on at the one that takes it back.
        autoFocus={isInPlace}
        loading={hide.isPending}
        aria-label={t('checks.unanswered.show_named', { question })}
        onClick={() => hide.mutate({ fingerprint, isHidden: false })}
      >
        {t('checks.unanswered.show')}
      </BusyButton>
    </li>
  );
}

function TimesAsked({ asked: { count, lastAt, uniqueId } }: Pick<RowProps, 'asked'>) {
  const { t, locale } = useTexts();
  const now = useNow();
  const when = formatPoint({ at: new Date(lastAt), now, locale });
  return (
    <p>
      <span>{count > 1 ? t('checks.unanswered.times', { count, when }) : when}</span>
      <Link to="/app/inbox/" search={{ dialog: uniqueId }} className={classes.dialog}>
        {t('checks.unanswered.dialog')}
      </Link>
    </p>
  );
}
