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

type PanelProps = { title?: string; hint?: string; action?: ReactNode; children: ReactNode };

/** A white card with an optional heading and what can be done with the whole of it. */
export function Panel({ title, hint, action, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      {title !== undefined && action === undefined && <Title order={2}>{title}</Title>}
      {title !== undefined && action !== undefined && (
        <header className={classes.panelHead}>
          <Title order={2}>{title}</Title>
          {action}
        </header>
      )}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
