import { Drawer, Progress, Text, Title } from '@mantine/core';
import type { DebugRecord, Message } from '@otvet/contract';
import { AnswerSource } from '../../../components/source-place/answer-source.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { quoteQuestions } from '../../../components/ui/say-reason.ts';
import { useReturnFocus } from '../../../components/ui/use-return-focus.ts';
import { formatShare } from '../../../platform/format/format-share.ts';
import { formatSeconds } from '../../../platform/format/format-time.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { nameAnswered, openQuestionsOf } from '../model/half-answered.ts';
import { nameSource } from '../model/name-source.ts';
import { hasSearched, stepText } from '../model/step-text.ts';
import classes from './debug-drawer.module.css';

/** How an answer came to be. */
export function DebugDrawer({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t, locale } = useTexts();
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={t('debug.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <div className={classes.sections}>
        <section>
          <Title order={3}>{t('debug.decision')}</Title>
          <div className={classes.facts}>
            {message.decision !== null && <Chip kind="accent">{t(`dialogs.decision.${message.decision}`)}</Chip>}
            {message.confidence !== null && (
              <Chip>{t('debug.confidence', { value: formatShare(message.confidence, locale) })}</Chip>
            )}
            {message.tookMs !== null && <Chip>{formatSeconds(message.tookMs, locale)}</Chip>}
          </div>
          <Reason message={message} />
        </section>
        <Sources message={message} />
        {message.debug === null ? <Text c="dimmed">{t('debug.missing')}</Text> : <Details debug={message.debug} />}
      </div>
    </Drawer>
  );
}

/** What the answer stands on; nothing is said of it where the base was not searched. */
function Sources({ message: { sources, debug, text } }: { message: Message }) {
  const { t } = useTexts();
  if (sources.length === 0 && !hasSearched(debug?.steps ?? [])) return null;
  const best = Math.max(...sources.map(({ score }) => score));
  return (
    <section>
      <Title order={3}>{t('debug.sources')}</Title>
      {sources.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('debug.no_sources')}
        </Text>
      )}
      <ul className={classes.sources}>
        {sources.map((source) => (
          <li key={source.passageId}>
            {source.kind === 'qa' ? <span>{source.title}</span> : <AnswerSource source={source} said={text} />}
            {sources.length > 1 && <Match share={source.score / best} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a person was called; of several questions what was answered and what was not. */
function Reason({ message }: { message: Message }) {
  const { t, locale } = useTexts();
  const open = openQuestionsOf(message);
  if (open.length > 0)
    return (
      <div className={classes.reason} data-testid="half-answered">
        <p>{t('debug.half.answered', { answered: nameAnswered(message.sources, nameSource) })}</p>
        <p>{t('debug.half.open', { questions: quoteQuestions(open, locale) })}</p>
      </div>
    );
  if (message.decision !== 'hand-over' || message.reason === null) return null;
  return (
    <p className={classes.reason}>{translateOr(`dialogs.handover.${message.reason}`, 'dialogs.handover.other')}</p>
  );
}

/** How well a source fits beside the best one: the score by itself has no unit. */
function Match({ share }: { share: number }) {
  const { t, locale } = useTexts();
  const label = t('debug.match', { value: formatShare(share, locale) });
  return <Progress className={classes.match} value={share * 100} size={6} aria-label={label} title={label} />;
}

function Details({ debug }: { debug: DebugRecord }) {
  const { t, locale } = useTexts();
  const isExtractive = debug.model === '' || debug.model === 'extractive';
  return (
    <>
      <section>
        <Title order={3}>{t('debug.steps')}</Title>
        <ol className={classes.steps}>
          {debug.steps.map((step) => (
            <li key={step}>{stepText(step, { t, locale })}</li>
          ))}
        </ol>
      </section>
      <section>
        <Title order={3}>{t('debug.model')}</Title>
        {isExtractive ? <Text size="sm">{t('debug.extractive')}</Text> : <ModelFigures debug={debug} />}
      </section>
      {debug.keywords.length > 0 && (
        <section>
          <Title order={3}>{t('debug.keywords')}</Title>
          <div className={classes.facts}>
            {debug.keywords.map((keyword) => (
              <Chip key={keyword}>{keyword}</Chip>
            ))}
          </div>
        </section>
      )}
      {debug.content !== '' && (!isExtractive || hasSearched(debug.steps)) && (
        <section>
          <Title order={3}>{t(isExtractive ? 'debug.query' : 'debug.prompt')}</Title>
          <pre className={classes.content}>{debug.content}</pre>
        </section>
      )}
    </>
  );
}

/** What a model was asked and wrote, in figures. */
function ModelFigures({ debug }: { debug: DebugRecord }) {
  const { t, locale } = useTexts();
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <dl className={classes.table}>
      <dt>{t('debug.model_name')}</dt>
      <dd>{debug.model}</dd>
      <dt>{t('debug.prompt_tokens')}</dt>
      <dd>{number(debug.promptTokens)}</dd>
      <dt>{t('debug.completion_tokens')}</dt>
      <dd>{number(debug.completionTokens)}</dd>
      <dt>{t(debug.isEstimated ? 'debug.total_tokens_estimated' : 'debug.total_tokens')}</dt>
      <dd>{number(debug.totalTokens)}</dd>
    </dl>
  );
}
