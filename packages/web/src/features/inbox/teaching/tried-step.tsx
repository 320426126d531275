import { Button, Group, Skeleton } from '@mantine/core';
import type { Chat, QuestionAnswer } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { TriedResult } from '../../../components/ui/tried-result.tsx';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { triedAnswerQuery } from '../api/tried-answer.ts';
import classes from './teach-dialog.module.css';

export type TriedStepProps = {
  chat: Chat;
  pair: QuestionAnswer;
  question: string;
  onUse: (text: string) => void;
  onEdit: () => void;
  onClose: () => void;
};

/** How the customer's question would be answered now that the pair is saved. */
export function TriedStep({ chat, pair, question, onUse, onEdit, onClose }: TriedStepProps) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer') && !chat.banned && !chat.isUnreachable;
  const text = question.trim() || pair.question;
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  const { data, error, refetch } = useQuery(
    triedAnswerQuery({ channelId: chat.channelId, text, asOf: `${pair.id} ${pair.updatedAt}` }),
  );
  return (
    <>
      <blockquote className={classes.question}>{text}</blockquote>
      <div aria-live="polite">
        {data !== undefined && <TriedResult tried={data} isTaught />}
        {data === undefined && error === null && <Skeleton h={72} role="status" aria-label={t('shell.loading')} />}
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      </div>
      <OtherBase chat={chat} pair={pair} />
      <Group justify="flex-end" mt={20}>
        <Button color="secondary.1" onClick={onEdit}>
          {t('knowledge.teach.edit')}
        </Button>
        <Button ref={done} color="secondary.1" onClick={onClose}>
          {t('knowledge.teach.done')}
        </Button>
        {canAnswer && data?.decision === 'answer' && (
          <Button onClick={() => onUse(data.text)}>{t('knowledge.teach.use')}</Button>
        )}
      </Group>
    </>
  );
}

/** A pair of a base that the channel does not answer from changes nothing in this dialog. */
function OtherBase({ chat, pair }: { chat: Chat; pair: QuestionAnswer }) {
  const { t } = useTexts();
  const canManage = useCan('manage_channels');
  const channel = useQuery(channelsQuery).data?.find(({ id }) => id === chat.channelId);
  if (channel === undefined || channel.knowledgeBaseId === pair.knowledgeBaseId) return null;
  return (
    <p className={classes.note}>
      {t('knowledge.teach.other_base', { channel: channel.name })}{' '}
      {canManage && (
        <Link to="/app/channels/$type/$id/" params={{ type: channel.family, id: channel.id }}>
          {t('knowledge.link_channel')}
        </Link>
      )}
    </p>
  );
}
