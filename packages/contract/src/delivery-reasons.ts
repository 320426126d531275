/** Why a message waits where the platform asked for a pause. */
export const RATE_LIMITED = 'rate_limited';
