import { Alert } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useCanManage } from '../source-menu.tsx';
import classes from './opened-source.module.css';

const shown = { body: classes.held ?? '', message: classes.held ?? '' };

/** Why nothing is answered from a source that looks like a conversation with customers, and what to look for in it. */
export function HeldNotice({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  return (
    <Alert color="amber" variant="light" mt={12} title={t('sources.held.title')} classNames={shown}>
      {t(canManage ? 'sources.held.text' : 'sources.held.ask')}
    </Alert>
  );
}
