import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import { leadOn, wantedPlace } from '../lead-on.ts';

export type TextLinkProps = { to: '/signin/' | '/signup/' | '/forgot-password/'; label: string };

/** A link between the modes of the sign screen; keeps where to go afterwards. */
export function TextLink({ to, label }: TextLinkProps) {
  const backto = wantedPlace();
  const href = backto === null ? to : `${to}?${new URLSearchParams({ backto })}`;
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A part that does not come is told by the app.
    leadOn({ href, replace: false }).catch(() => undefined);
  };
  return (
    <Anchor fw={600} fz="sm" href={href} onClick={follow}>
      {label}
    </Anchor>
  );
}
