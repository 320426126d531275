import { Alert } from '@mantine/core';
import type { Finding, KnowledgeBase, TriedAnswer } from '@otvet/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../platform/texts/texts.ts';
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
  const open = data?.findings.filter(({ state }) => state === 'open') ?? [];
  const known = open.filter((finding) => isAbout(finding, { said, text: tried.text }));
  // It may hold what was asked for.
  const held = tried.decision === 'answer' ? undefined : open.find(({ kind }) => kind === 'conversation');
  return [...known, ...(held === undefined ? [] : [held])].map(({ id, kind, subject }) => {
    // An offer past its day and an order to the assistant are in no answer.
    if (kind === 'vanished' || kind === 'expired' || kind === 'order') return null;
    return (
      <Alert
        key={id}
        color="amber"
        variant="light"
        icon={<IconAlertTriangle size={18} stroke={1.8} aria-hidden />}
        mt={8}
        classNames={{ message: classes.warning ?? '' }}
        data-testid="answer-warning"
      >
        {t(`checks.answer.${kind}`, { subject })}{' '}
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
      </Alert>
    );
  });
}

/** A passage holds more than the sentence that is given: its hours are no fault of an answer about a price. */
const isAbout = ({ kind, passages }: Finding, { said, text }: { said: Set<string>; text: string }): boolean =>
  kind !== 'conversation' && passages.some(({ id, value }) => said.has(id) && saysValue(text, value));
