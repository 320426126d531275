import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';
import classes from './screen.module.css';

export type ScreenProps = { title: string; back?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A screen with a heading, its actions and its content. */
export function Screen({ title, back, actions, children }: ScreenProps) {
  usePageTitle(title);
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        {back}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <div className={classes.actions}>{actions}</div>
      </header>
      {children}
    </div>
  );
}

/** A white card with an optional heading. */
export function Panel({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      {title !== undefined && <Title order={2}>{title}</Title>}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
