import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BrandMark } from '../../../components/ui/brand-mark.tsx';
import { usePageTitle } from '../../../components/ui/page-title.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './wizard-page.module.css';
import { stepTitle, type WizardStep, wizardSteps } from './wizard-steps.ts';

type Props = { step: WizardStep; title: string; text: string; children: ReactNode };

/** One step of the wizard: where it stands, what it is about, and the way out, which keeps everything. */
export function WizardPage({ step, title, text, children }: Props) {
  const { t } = useTexts();
  usePageTitle(title);
  const at = wizardSteps.indexOf(step);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          Otvet
        </span>
        <Link to="/app/inbox/" className={classes.out}>
          {t('wizard.later')}
        </Link>
      </header>
      <ol className={classes.steps} aria-label={t('wizard.title')}>
        {wizardSteps.map((name, place) => (
          <li key={name} aria-current={name === step ? 'step' : undefined} data-done={place < at || undefined}>
            <span aria-hidden>{place + 1}</span>
            {t(stepTitle(name))}
          </li>
        ))}
      </ol>
      <main className={classes.main} id="main">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <p className={classes.text}>{text}</p>
        {children}
      </main>
    </div>
  );
}
