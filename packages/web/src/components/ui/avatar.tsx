import { colorIndexOf, initialsOf } from '@otvet/contract/values';
import { type ReactNode, useState } from 'react';
import classes from './avatar.module.css';

export type AvatarProps = { name: string; size: number; photoUrl?: string | null; badge?: ReactNode };

/** Picture or initials of a person, who has initials too when the picture cannot be loaded; says nothing to a screen reader, because the name stands beside it. */
export function Avatar({ name, size, photoUrl = null, badge }: AvatarProps) {
  const [lost, setLost] = useState<string | null>(null);
  const palette = colorIndexOf(name);
  return (
    <span
      className={classes.avatar}
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.36),
        background: `var(--avatar-${palette}-ground)`,
        color: `var(--avatar-${palette}-letter)`,
      }}
    >
      {photoUrl === null || photoUrl === lost ? (
        initialsOf(name)
      ) : (
        <img src={photoUrl} alt="" onError={() => setLost(photoUrl)} />
      )}
      {badge}
    </span>
  );
}
