import { Button, Stack, Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import classes from './empty-state.module.css';
import { usePageTitle } from './page-title.ts';

export type EmptyStateProps = {
  title: string;
  text: string;
  /** 1: it is the whole screen, and names the tab too. */
  level?: 1 | 2;
  icon?: TablerIcon;
  /** `isQuiet`: the screen has another action that comes first. */
  action?: { label: string; onClick: () => void; isQuiet?: boolean };
};

/** Says what is missing and what to do next. */
export function EmptyState({ title, text, level = 2, icon: Icon, action }: EmptyStateProps) {
  usePageTitle(level === 1 ? title : null);
  return (
    <Stack align="center" gap={8} maw={400} ta="center" px={24} py={32} mx="auto">
      {Icon !== undefined && (
        <span className={classes.icon}>
          <Icon size={24} stroke={1.6} aria-hidden />
        </span>
      )}
      <Title order={level} fz={17} lh="24px">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {action !== undefined && (
        <Button mt={8} {...(action.isQuiet === true ? { color: 'secondary.1' } : {})} onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </Stack>
  );
}
