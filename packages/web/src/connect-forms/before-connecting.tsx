import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LinkedText } from '../components/ui/linked-text.tsx';
import { isTextKey, translate, useTexts } from '../platform/texts/texts.ts';
import classes from './connect-dialog.module.css';
import { takeFocus } from './take-focus.ts';

type Props = { keys: readonly string[]; onReady: () => void };

/** What has to be true before anything is typed, and what it costs: read once, then the first step. */
export function BeforeConnecting({ keys, onReady }: Props) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  // Not the button: it stands below the text, and the dialog would open there.
  useEffect(() => takeFocus(heading.current), []);
  return (
    <section>
      <h3 ref={heading} className={classes.title} tabIndex={-1}>
        {t('channels.connecting.before')}
      </h3>
      <ul className={classes.instructions}>
        {keys.flatMap((key) =>
          isTextKey(key)
            ? [
                <li key={key}>
                  <LinkedText text={translate(key)} />
                </li>,
              ]
            : [],
        )}
      </ul>
      <Button fullWidth onClick={onReady}>
        {t('channels.connecting.before_next')}
      </Button>
    </section>
  );
}
