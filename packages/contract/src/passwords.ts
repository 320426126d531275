// How both ends judge a password. Browsers load it when a new password is typed, not before: it is no part of `values.ts`.
export * from './passwords/common-words.ts';
export * from './passwords/judge-password.ts';
