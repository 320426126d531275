import { createHash } from 'node:crypto';

/** The name under which a text is prepared: a hash of it, so that one name never means two texts. */
export function statementName(text: string): string {
  return `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}
