export type { Accounts } from './create-accounts.ts';
export { takeMessage } from './store.ts';
