import type { Attachment, Chat, Message } from '@otvet/contract';
import { useUserData } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { retryMedia } from '../api/send-message.ts';
import { readUnheard } from '../model/unheard.ts';
import classes from './message-attachments.module.css';
import { TryAgain } from './try-again.tsx';

type SpeechLineProps = { attachment: Attachment; chat: Chat; message: Message };

/** What was said in a voice message, or why that is not known. One that did not load says so itself. */
export function SpeechLine({ attachment: { speech, state }, chat, message }: SpeechLineProps) {
  const { t } = useTexts();
  const hasTranscription = useUserData()?.hasTranscription;
  if (speech === undefined || state === 'failed') return null;
  if (speech.state === 'ready') return <p className={classes.words}>{speech.text}</p>;
  if (speech.state === 'waiting')
    return (
      <p className={classes.state} role="status">
        {t('dialogs.speech.waiting')}
      </p>
    );
  const { reason, canRetry } = readUnheard(speech, hasTranscription);
  return (
    <p className={classes.state}>
      <span>{translateOr(`dialogs.speech.${reason}`, 'dialogs.speech.unavailable')}</span>
      {canRetry && (
        <TryAgain
          className={classes.retry}
          label={t('dialogs.speech.again')}
          onTry={() => retryMedia(chat.uniqueId, message.id)}
        />
      )}
    </p>
  );
}
