import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export type TextLinkProps = { to: '/signin/' | '/signup/' | '/forgot-password/'; label: string };

/** A link between the modes of the sign screen; keeps where to go afterwards. */
export function TextLink({ to, label }: TextLinkProps) {
  return (
    <Anchor
      fw={600}
      fz="sm"
      renderRoot={(props) => <Link to={to} search={(now) => ({ backto: now.backto })} {...props} />}
    >
      {label}
    </Anchor>
  );
}
