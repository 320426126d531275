import type { ReactNode } from 'react';
import { BrandMark } from '../../components/ui/brand-mark.tsx';
import { LanguageSegments } from '../../components/ui/language-segments.tsx';
import { changeLocale, useTexts } from '../../platform/texts/texts.ts';
import classes from './sign-frame.module.css';

/** The page around every screen that needs no session. */
export function SignFrame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          Otvet
        </span>
        <LanguageSegments onChange={(locale) => void changeLocale(locale)} />
      </header>
      <main className={classes.main}>
        <section className={classes.card}>{children}</section>
        <p className={classes.promise}>{t('auth.promise')}</p>
      </main>
    </div>
  );
}
