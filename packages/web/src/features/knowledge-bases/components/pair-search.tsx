import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useShortcutsOn } from '../../../platform/keys/shortcut-setting.ts';
import { useShortcut } from '../../../platform/keys/use-shortcut.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './pair-list.module.css';

type PairSearchProps = { value: string; isTooShort: boolean; onChange: (value: string) => void };

/** The search of the pairs of a base; `/` leads to it from anywhere on the screen. */
export function PairSearch({ value, isTooShort, onChange }: PairSearchProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const hasKey = useShortcutsOn();
  useShortcut({ code: 'Slash' }, () => {
    // What is behind an open window cannot be reached.
    if (document.querySelector('[aria-modal="true"]') !== null) return false;
    field.current?.focus();
    field.current?.select();
  });
  return (
    <TextInput
      ref={field}
      type="search"
      leftSection={<IconSearch size={18} stroke={1.8} />}
      rightSection={hasKey && value === '' ? <kbd className={classes.key}>/</kbd> : null}
      rightSectionPointerEvents="none"
      aria-keyshortcuts={hasKey ? '/' : undefined}
      placeholder={t('knowledge.search')}
      aria-label={t('knowledge.search')}
      value={value}
      error={isTooShort ? t('errors.knowledge.search_too_short') : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
