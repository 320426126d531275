/** The least that argon2id takes: for tests that are not about what a guess costs. */
export const CHEAP_PASSWORDS = { memory: 8, passes: 1, parallelism: 1 };
