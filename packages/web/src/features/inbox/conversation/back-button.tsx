import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './conversation-header.module.css';

/** Back to the list, which a phone does not show beside the dialog. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const { t } = useTexts();
  return (
    <ActionIcon
      variant="subtle"
      color="secondary"
      size={44}
      className={classes.back}
      aria-label={t('dialogs.back')}
      onClick={onBack}
    >
      <IconArrowLeft size={20} stroke={1.8} />
    </ActionIcon>
  );
}
