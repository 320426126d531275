export { type Charge, chargeAll, giveBackAll, oweAll } from './charge-all.ts';
export { createRates } from './create-rates.ts';
export type { RateLimit, RateRule } from './rate-limit.ts';
