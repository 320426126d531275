const { origin } = window.location;
const env = import.meta.env;
const api = env.VITE_API_URL ?? `${origin}/api`;

/** Addresses of the services; one origin serves them all unless the build says otherwise. */
export const serviceUrls = {
  api,
  auth: `${api}/auth`,
  messaging: env.VITE_MESSAGING_URL ?? api,
  payments: env.VITE_PAYMENTS_URL ?? api,
  websocket: env.VITE_WEBSOCKET_URL ?? origin,
} as const;
