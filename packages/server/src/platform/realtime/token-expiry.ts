import { z } from 'zod';

const claims = z.object({ exp: z.number() });

/** When a token that was already verified ends; undefined for tokens that do not say. */
export function tokenExpiry(token: string): Date | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return parsed.success ? new Date(parsed.data.exp * 1000) : undefined;
  } catch {
    // Not a JWT: such a token ends with its session.
    return undefined;
  }
}
