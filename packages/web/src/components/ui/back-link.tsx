import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Arrow to the list that a screen came from. */
export function BackLink({ to, label }: { to: '/app/channels/' | '/app/knowledge-bases/'; label: string }) {
  return (
    <ActionIcon
      variant="subtle"
      color="secondary"
      size={36}
      aria-label={label}
      // The list is not the page that is shown.
      renderRoot={(props) => <Link to={to} activeOptions={{ exact: true }} {...props} />}
    >
      <IconArrowLeft size={20} stroke={1.8} />
    </ActionIcon>
  );
}
