import { UnstyledButton } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { splitLinks } from '../model/split-links.ts';
import classes from './message-bubble.module.css';

const FOLDED_LENGTH = 1800;

/** Text as it was written: line breaks kept, addresses clickable, very long ones folded. Never read as HTML. */
export function MessageText({ text }: { text: string }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(text.length <= FOLDED_LENGTH * 1.3);
  return (
    <>
      <p className={classes.text}>
        {splitLinks(isOpen ? text : `${text.slice(0, FOLDED_LENGTH)}…`).map((part) => (
          <Fragment key={part.at}>
            {part.href === null ? (
              part.text
            ) : (
              <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
                {part.text}
              </a>
            )}
          </Fragment>
        ))}
      </p>
      {!isOpen && (
        <UnstyledButton className={classes.more} onClick={() => setIsOpen(true)}>
          {t('dialogs.show_all')}
        </UnstyledButton>
      )}
    </>
  );
}
