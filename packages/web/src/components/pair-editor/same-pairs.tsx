import { Alert, Button } from '@mantine/core';
import type { QuestionAnswer } from '@otvet/contract';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './pair-editor.module.css';

export type SamePairsProps = { found: readonly QuestionAnswer[]; onOpen: ((pair: QuestionAnswer) => void) | undefined };

/** Pairs that are asked the same already, with their answers. */
export function SamePairs({ found, onOpen }: SamePairsProps) {
  const { t } = useTexts();
  if (found.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status" p="10px 12px" title={t('knowledge.pair.same')}>
      {found.map((pair) => (
        <div key={pair.id} className={classes.same}>
          <h3>{pair.question}</h3>
          <p>{pair.answer}</p>
          {onOpen !== undefined && (
            <Button variant="default" size="xs" onClick={() => onOpen(pair)}>
              {t('knowledge.pair.same_open')}
            </Button>
          )}
        </div>
      ))}
    </Alert>
  );
}
