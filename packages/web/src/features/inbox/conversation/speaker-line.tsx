import type { Message } from '@otvet/contract';
import type { ReactNode } from 'react';
import { formatClock } from '../../../platform/format/format-time.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { speakerLineText } from '../model/speaker-line.ts';
import classes from './message-list.module.css';

/** Who has the dialog from here on, and since when. */
export function SpeakerLine({ message, children }: { message: Message; children?: ReactNode }) {
  const { t, locale } = useTexts();
  return (
    <p className={classes.note} data-testid="speaker-line" data-line={message.reason}>
      {speakerLineText(message, t)} ·{' '}
      <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt), locale)}</time>
      {children}
    </p>
  );
}
