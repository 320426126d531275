import { Alert, Button } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../../../components/ui/busy-button.tsx';
import { useCan } from '../../../../platform/session/user-data.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useAllowConversation } from '../api/allow-conversation.ts';
import { RemoveSource, useCanManage } from '../source-menu.tsx';
import classes from './opened-source.module.css';

/** What looks like a conversation with customers is told once somebody has looked at it and says so. */
export function HeldNotice({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canAllow = useCan('manage_kb_qa');
  const canRemove = useCanManage(source);
  const allow = useAllowConversation();
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const leave = () =>
    void navigate({
      to: '/app/knowledge-bases/$id/',
      params: { id: source.knowledgeBaseId },
      search: { tab: 'sources' },
      replace: true,
    });
  return (
    <Alert
      color="amber"
      variant="light"
      mt={12}
      role="status"
      title={t('sources.held.title')}
      classNames={{ body: classes.held ?? '', message: classes.held ?? '' }}
    >
      {t(canAllow ? 'sources.held.text' : 'sources.held.ask')}
      <div className={classes.actions}>
        {canAllow && (
          <BusyButton size="sm" loading={allow.isPending} onClick={() => allow.mutate(source)}>
            {t('sources.held.allow')}
          </BusyButton>
        )}
        {canRemove && (
          <Button variant="default" size="sm" onClick={() => setIsRemoving(true)}>
            {t('sources.held.remove')}
          </Button>
        )}
      </div>
      {isRemoving && <RemoveSource source={source} onRemoved={leave} onClose={() => setIsRemoving(false)} />}
    </Alert>
  );
}
