import { ActionIcon } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './pair-list.module.css';

export type PairRowProps = { pair: QuestionAnswer; canEdit: boolean; onEdit: () => void; onRemove: () => void };

export function PairRow({ pair, canEdit, onEdit, onRemove }: PairRowProps) {
  const { t } = useTexts();
  return (
    <li className={classes.row} data-testid="pair">
      <div className={classes.words}>
        <h3>{pair.question}</h3>
        <p>{pair.answer}</p>
      </div>
      {canEdit && (
        <div className={classes.actions}>
          <ActionIcon
            variant="subtle"
            color="secondary"
            size={36}
            aria-label={t('knowledge.pair.edit_named', { question: pair.question })}
            onClick={onEdit}
          >
            <IconPencil size={18} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="secondary"
            size={36}
            aria-label={t('knowledge.pair.remove_named', { question: pair.question })}
            onClick={onRemove}
          >
            <IconTrash size={18} stroke={1.8} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
