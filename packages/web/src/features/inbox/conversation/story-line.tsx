import type { Attachment } from '@otvet/contract';
import { IconHistory } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './message-attachments.module.css';

/** A story that the customer mentions or answers: the platform shows it for a day, and nobody may keep it. */
export function StoryLine({ attachment, title }: { attachment: Attachment; title: string }) {
  const { t } = useTexts();
  return (
    <p className={classes.line}>
      <IconHistory size={18} stroke={1.6} aria-hidden />
      <span>{title}</span>
      {attachment.link === null ? (
        <span>{t('dialogs.media.story_gone')}</span>
      ) : (
        <a href={attachment.link} target="_blank" rel="noopener noreferrer" title={t('dialogs.media.story_hint')}>
          {t('dialogs.media.open_story')}
        </a>
      )}
    </p>
  );
}
