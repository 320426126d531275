import { SegmentedControl } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { BrandMark } from '../../components/ui/brand-mark.tsx';
import { changeLocale, useTexts } from '../../platform/texts/texts.ts';
import classes from './sign-frame.module.css';

/** The page around every screen that needs no session. */
export function SignFrame() {
  const { t, locale } = useTexts();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          Otvet
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('shell.language')}
          value={locale}
          onChange={(value) => void changeLocale(value === 'en' ? 'en' : 'ru')}
          data={[
            { value: 'ru', label: 'Русский' },
            { value: 'en', label: 'English' },
          ]}
        />
      </header>
      <main className={classes.main}>
        <section className={classes.card}>
          <Outlet />
        </section>
        <p className={classes.promise}>{t('auth.promise')}</p>
      </main>
    </div>
  );
}
