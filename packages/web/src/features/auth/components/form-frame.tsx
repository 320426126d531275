import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { usePageTitle } from '../../../components/ui/page-title.ts';

export type FormFrameProps = {
  title: string;
  text?: string;
  /** Its place is kept until it is known whether it is true. */
  isTextHidden?: boolean;
  error: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** Heading, the fields and what went wrong, of every form of the sign screen. */
export function FormFrame({ title, text, isTextHidden = false, error, onSubmit, children }: FormFrameProps) {
  usePageTitle(title);
  return (
    <form onSubmit={onSubmit} noValidate>
      <Title order={1} fz={22} lh="30px">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" mt={4} {...(isTextHidden && { style: { visibility: 'hidden' } })}>
          {text}
        </Text>
      )}
      <Stack gap={14} mt={20}>
        {children}
        {error !== null && (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert" p="10px 12px">
            {error}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
