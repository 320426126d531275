import { Button, type ButtonProps, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './copy-line.module.css';

export type CopyLineProps = {
  line: string;
  /** What the button says, before and after. */
  labels: { copy: string; copied: string };
  testId: string;
  color?: ButtonProps['color'];
  /** More buttons beside it. */
  children?: ReactNode;
};

/** A line of code that is taken elsewhere. */
export function CopyLine({ line, labels, testId, color, children }: CopyLineProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <>
      <pre className={classes.code} data-testid={testId}>
        <code>{line}</code>
      </pre>
      <Group gap={8}>
        <Button
          {...(color !== undefined && { color })}
          leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => clipboard.copy(line)}
        >
          {clipboard.copied ? labels.copied : labels.copy}
        </Button>
        {children}
      </Group>
    </>
  );
}
