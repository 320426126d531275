import { Alert } from '@mantine/core';
import type { Finding, KnowledgeBase, TriedAnswer } from '@otvet/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { sourcesQuery } from '../sources/api/sources-query.ts';
import { goToFinding } from './finding-place.ts';
import classes from './findings-panel.module.css';
import { findingsQuery } from './findings-query.ts';
import { saysValue } from './split-value.ts';

type AnswerWarningsProps = { base: KnowledgeBase; asked: string; tried: TriedAnswer };

/** What is known to be wrong with what an answer stands on, or may keep one back, each with the way to it. */
export function AnswerWarnings({ base, asked, tried }: AnswerWarningsProps) {
  const { t } = useTexts();
  const { data } = useQuery(findingsQuery(base.id));
  const said = new Set(tried.sources.map(({ passageId }) => passageId));
  const known = data?.findings.filter((finding) => isAbout(finding, { said, text: tried.text })) ?? [];
  return (
    <>
      {tried.decision !== 'answer' && <HeldBack base={base} />}
      {known.map(({ id, kind, subject }) => {
        // An offer past its day and an order to the assistant are in no answer, and a conversation is held or allowed as a whole.
        if (kind === 'vanished' || kind === 'expired' || kind === 'order' || kind === 'conversation') return null;
        return (
          <Warning key={id} text={t(`checks.answer.${kind}`, { subject })}>
            <Link
              to="/app/knowledge-bases/$id/"
              params={{ id: base.id }}
              search={{ tab: 'check', ask: asked }}
              hash={id}
              className={classes.open}
              onClick={() => goToFinding(id)}
            >
              {t('checks.answer.open')}
            </Link>
          </Warning>
        );
      })}
    </>
  );
}

/** The source that waits for a decision may have the answer: it is held from the moment when it was read. */
function HeldBack({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const { data } = useQuery(sourcesQuery(base.id));
  const held = data?.find(({ isHeld, state }) => isHeld && state === 'ready');
  if (held === undefined) return null;
  return (
    <Warning text={t('checks.answer.conversation', { subject: held.name })}>
      <Link
        to="/app/knowledge-bases/$id/"
        params={{ id: base.id }}
        search={{ tab: 'sources', source: held.id }}
        className={classes.open}
      >
        {t('sources.held.look')}
      </Link>
    </Warning>
  );
}

/** `children`: the way to what is to be corrected. */
function Warning({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.8} aria-hidden />}
      mt={8}
      classNames={{ message: classes.warning ?? '' }}
      data-testid="answer-warning"
    >
      {text} {children}
    </Alert>
  );
}

/** A passage holds more than the sentence that is given: its hours are no fault of an answer about a price. */
const isAbout = ({ state, passages }: Finding, { said, text }: { said: Set<string>; text: string }): boolean =>
  state === 'open' && passages.some(({ id, value }) => said.has(id) && saysValue(text, value));
