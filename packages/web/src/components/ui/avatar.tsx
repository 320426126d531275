import type { ReactNode } from 'react';
import { avatarPalettes } from '../../platform/theme/theme.ts';
import classes from './avatar.module.css';

export type AvatarProps = { name: string; size: number; photoUrl?: string | null; badge?: ReactNode };

function paletteOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % avatarPalettes;
}

/** First letters of the first two words; names of one word give one letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('');
}

/** Picture or initials of a person; says nothing to a screen reader, because the name stands beside it. */
export function Avatar({ name, size, photoUrl = null, badge }: AvatarProps) {
  const palette = paletteOf(name);
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
      {photoUrl === null ? initialsOf(name) || '?' : <img src={photoUrl} alt="" />}
      {badge}
    </span>
  );
}
