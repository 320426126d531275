export { type Charge, chargeAll, giveBackAll } from './charge-all.ts';
export { createRates } from './create-rates.ts';
export type { RateLimit, RateRule } from './rate-limit.ts';
