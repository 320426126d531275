/** How long sessions live: `idle` since the last renewal, `absolute` since sign-in, whatever is renewed. */
export const sessionLife = {
  idleSeconds: 7 * 86_400,
  refreshSeconds: 86_400,
  absoluteSeconds: 30 * 86_400,
  impersonatedSeconds: 3_600,
} as const;

/** Access tokens (ID tokens of the specification): one hour, refreshed every 50 minutes by the web app. */
export const accessTokens = {
  issuer: 'otvet',
  audience: 'otvet-api',
  lifeSeconds: 3_600,
  leewaySeconds: 60,
  keyDays: 90,
  /** A retired key goes on verifying for longer than any token that it signed lives. */
  keyGraceSeconds: 86_400,
} as const;

/** Header in which the caller's address, already freed of untrusted proxies, reaches better-auth. */
export const CLIENT_ADDRESS_HEADER = 'x-otvet-client';
