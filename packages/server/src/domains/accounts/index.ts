export type { Accounts } from './create-accounts.ts';
