import { ActionIcon } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { IconMessages, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './pair-list.module.css';

export type PairRowProps = {
  pair: QuestionAnswer;
  pages: number[];
  canEdit: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

export function PairRow({ pair, pages, canEdit, onEdit, onRemove }: PairRowProps) {
  const { t } = useTexts();
  return (
    <li className={classes.row} data-testid="pair" data-pages={pages.join(' ')}>
      <div className={classes.words}>
        <h3>{pair.question}</h3>
        <p>{pair.answer}</p>
        <PairMarks pair={pair} />
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

/** What a pair has besides its words. */
function PairMarks({ pair: { phrasings, photos } }: { pair: QuestionAnswer }) {
  const { t } = useTexts();
  if (phrasings.length + photos.length === 0) return null;
  return (
    <div className={classes.marks}>
      {phrasings.length > 0 && (
        <span title={phrasings.join('\n')}>
          <IconMessages size={14} stroke={1.8} aria-hidden />
          {t('knowledge.pair.phrasings_mark', { count: phrasings.length })}
        </span>
      )}
      {photos.length > 0 && (
        <span>
          <IconPhoto size={14} stroke={1.8} aria-hidden />
          {t('knowledge.pair.photos_mark', { count: photos.length })}
        </span>
      )}
    </div>
  );
}
