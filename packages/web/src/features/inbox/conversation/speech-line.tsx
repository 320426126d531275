import type { Attachment } from '@otvet/contract';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import classes from './message-attachments.module.css';

/** What was said in a voice message, or why that is not known. One that did not load says so itself. */
export function SpeechLine({ attachment: { speech, state } }: { attachment: Attachment }) {
  const { t } = useTexts();
  if (speech === undefined || state === 'failed') return null;
  if (speech.state === 'ready') return <p className={classes.words}>{speech.text}</p>;
  if (speech.state === 'waiting')
    return (
      <p className={classes.state} role="status">
        {t('dialogs.speech.waiting')}
      </p>
    );
  return (
    <p className={classes.state}>{translateOr(`dialogs.speech.${speech.reason}`, 'dialogs.speech.unavailable')}</p>
  );
}
