export type { Accounts } from './create-accounts.ts';
export { giveBackMessages, takeMessage } from './store.ts';
