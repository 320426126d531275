import { ActionIcon, Button } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './first-steps.module.css';

export type PutCodeProps = { channel: Pick<Channel, 'id' | 'type'>; onPutAway: () => void };

/** What is left when the three steps are done: the chat answers, but no site has loaded it yet. */
export function PutCode({ channel: { type, id }, onPutAway }: PutCodeProps) {
  const { t } = useTexts();
  return (
    <section className={classes.last} data-line aria-label={t('steps.site.title')} data-testid="first-steps">
      <b>{t('steps.site.title')}</b>
      <Button
        size="xs"
        color="secondary.1"
        renderRoot={(props) => (
          <Link to="/app/channels/$type/$id/" params={{ type, id }} search={{ tab: 'connection' }} {...props} />
        )}
      >
        {t('steps.site.button')}
      </Button>
      <ActionIcon variant="subtle" color="secondary" size={32} aria-label={t('steps.put_away')} onClick={onPutAway}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
}
