import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '../../../components/ui/chip.tsx';
import { sayReason } from '../../../components/ui/say-reason.ts';
import { formatShare } from '../../../platform/format/format-share.ts';
import { formatPoint } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useCan, useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useDialogAction } from '../api/dialog-actions.ts';
import { openQuestionsOf } from '../model/half-answered.ts';
import { canHandBack, canTake, colleagueOf, speakerChip } from '../model/speaker-state.ts';
import type { Thread } from '../model/thread.ts';
import classes from './dialog-card.module.css';

/** What the assistant does in this dialog: who speaks, from which base, how sure the last answer was, why it handed over. */
export function AssistantCard({ thread }: { thread: Thread }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { chat, messages } = thread;
  const action = useDialogAction();
  const canAnswer = useCan('inbox_answer') && !chat.banned;
  const base = useBaseText(chat.channelId);
  const me = useUserData()?.uid;
  const chip = speakerChip({ chat, now, me, t });
  const colleague = colleagueOf(chat, me);
  const confidence = messages.findLast(
    (message) => message.author === 'assistant' && message.decision === 'answer' && message.confidence !== null,
  )?.confidence;
  return (
    <section className={classes.assistant} aria-label={t('dialogs.card.assistant')}>
      <h3>{t('dialogs.card.assistant')}</h3>
      <div className={classes.box}>
        <div className={classes.line}>
          <Chip kind={chip.kind}>{chip.text}</Chip>
          {canAnswer && canTake(chat) && chat.speaker === 'assistant' && (
            <Button
              size="compact-sm"
              color="secondary.1"
              onClick={() => action.mutate({ action: 'pause', id: chat.uniqueId })}
            >
              {t('dialogs.action.pause')}
            </Button>
          )}
          {canAnswer && canHandBack(chat) && (
            <Button
              size="compact-sm"
              color="secondary.1"
              onClick={() => action.mutate({ action: 'resume', id: chat.uniqueId })}
            >
              {t('dialogs.action.resume')}
            </Button>
          )}
        </div>
        {colleague !== null && <p>{t('dialogs.card.taken_by', { name: colleague })}</p>}
        {chat.speaker === 'waiting' && <p>{waitText(thread, { t, locale })}</p>}
        {chat.comeBackAt !== null && (
          <p>{t('dialogs.card.comes_back', { time: formatPoint({ at: new Date(chat.comeBackAt), now, locale }) })}</p>
        )}
        {base !== null && <p>{base}</p>}
        {confidence !== undefined && confidence !== null && (
          <p>{t('dialogs.card.confidence', { value: formatShare(confidence, locale) })}</p>
        )}
      </div>
    </section>
  );
}

/** Why the customer waits for a person. */
function waitText({ chat, messages }: Thread, texts: Pick<ReturnType<typeof useTexts>, 't' | 'locale'>): string {
  const { t } = texts;
  const { handOverReason } = chat;
  if (handOverReason === 'taken_over' || handOverReason === 'channel_off') return t('dialogs.card.unanswered');
  const call = messages.findLast(({ decision }) => decision === 'hand-over');
  const open = call?.reason === handOverReason ? openQuestionsOf(call) : [];
  return t('dialogs.card.hand_over', { reason: sayReason(handOverReason, open, texts) });
}

/** The knowledge base behind a channel, in words; null while unknown or where the role may not see it. */
function useBaseText(channelId: string): string | null {
  const { t } = useTexts();
  const canView = useCan('view_kb');
  const channels = useQuery(channelsQuery).data;
  const bases = useQuery({ ...knowledgeBasesQuery, enabled: canView }).data;
  const channel = channels?.find(({ id }) => id === channelId);
  if (channel === undefined) return null;
  if (channel.knowledgeBaseId === null) return t('dialogs.card.no_base');
  const base = bases?.find(({ id }) => id === channel.knowledgeBaseId);
  return base === undefined
    ? null
    : t('dialogs.card.base', { name: base.name, answers: base.pairs, sources: base.sources });
}
