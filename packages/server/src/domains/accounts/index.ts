export { type Accounts, createAccounts } from './create-accounts.ts';
export type { AccountsDeps, UserDataChange } from './deps.ts';
export { userHandlers } from './routes.ts';
