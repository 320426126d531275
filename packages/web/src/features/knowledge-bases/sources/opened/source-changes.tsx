import { Button } from '@mantine/core';
import type { SourceChanges as Changes } from '@otvet/contract';
import { useState } from 'react';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import sides from '../../before-after.module.css';
import classes from './opened-source.module.css';

/** Of each side, until all is asked for: the passages below are what most people come for. */
const SHOWN_AT_FIRST = 3;

/** The texts that the last change of a source took away, beside those that it put in. */
export function SourceChanges({ changes: { removed, added, isCut } }: { changes: Changes }) {
  const { t } = useTexts();
  const [isWhole, setIsWhole] = useState(false);
  const most = Math.max(removed.length, added.length);
  if (most === 0) return null;
  const shown = isWhole ? most : SHOWN_AT_FIRST;
  return (
    <Panel title={t('sources.changes.title')}>
      <div className={sides.change} data-testid="source-changes">
        <ChangedTexts side="removed" texts={removed.slice(0, shown)} />
        <ChangedTexts side="added" texts={added.slice(0, shown)} />
      </div>
      {most > SHOWN_AT_FIRST && !isWhole && (
        <Button variant="subtle" size="compact-sm" mt={8} ml={-8} onClick={() => setIsWhole(true)}>
          {t('sources.changes.all')}
        </Button>
      )}
      {isCut && isWhole && <p className={classes.count}>{t('sources.changes.cut', { number: most })}</p>}
    </Panel>
  );
}

function ChangedTexts({ side, texts }: { side: 'removed' | 'added'; texts: readonly string[] }) {
  const { t } = useTexts();
  return (
    <div>
      <span>{t(`sources.changes.${side}`)}</span>
      {texts.length === 0 ? (
        <p>{t(`sources.changes.none_${side}`)}</p>
      ) : (
        <ul className={classes.changed} aria-label={t(`sources.changes.${side}`)}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
