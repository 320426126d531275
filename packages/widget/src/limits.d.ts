/** Limits of the contract; the build writes the numbers in, so that none that is not used weighs anything. */
declare const LIMITS: typeof import('@otvet/contract/values').limits;
declare const IMAGE_TYPES: typeof import('@otvet/contract/values').imageTypes;
