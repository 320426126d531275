import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './composer.module.css';

/** The message that the next one answers. */
export type ReplyTarget = { id: string; text: string };

export function ReplyTargetBar({ target, onCancel }: { target: ReplyTarget; onCancel: () => void }) {
  const { t } = useTexts();
  return (
    <div className={classes.target} data-takes-escape>
      <span>
        <b>{t('dialogs.composer.replying')}</b>
        {target.text || t('dialogs.quote_empty')}
      </span>
      <ActionIcon
        variant="subtle"
        color="secondary"
        size={28}
        aria-label={t('dialogs.composer.cancel_reply')}
        onClick={onCancel}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
