import { IconMessages } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { usePageTitle } from '../../components/ui/page-title.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { OpenDialog } from './conversation/open-dialog.tsx';
import classes from './inbox-screen.module.css';
import { DialogList } from './list/dialog-list.tsx';
import { useDialogKeys } from './list/use-dialog-keys.ts';
import type { DialogFilter } from './model/dialog-pages.ts';

/** List, conversation, card; below 1280 px one of them at a time. */
export function InboxScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const selected = useSearch({ from: '/app/inbox', select: ({ dialog }) => dialog });
  const [filter, setFilter] = useState<DialogFilter>({ waiting: false });
  const select = (dialog: string | undefined) =>
    void navigate({ to: '/app/inbox/', search: dialog === undefined ? {} : { dialog } });
  usePageTitle(t('shell.nav.inbox'));
  useDialogKeys({ filter, selected, onSelect: select });
  return (
    <div className={classes.inbox} data-open={selected === undefined ? undefined : ''}>
      <DialogList filter={filter} onFilter={setFilter} selected={selected} onSelect={select} />
      {selected === undefined ? (
        <div className={classes.nothing}>
          <EmptyState
            icon={IconMessages}
            title={t('dialogs.none_selected.title')}
            text={t('dialogs.none_selected.text')}
          />
        </div>
      ) : (
        <OpenDialog key={selected} uniqueId={selected} onClose={() => select(undefined)} />
      )}
    </div>
  );
}
