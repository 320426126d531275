export type { Accounts } from './create-accounts.ts';
export { type Allowance, allowanceOf, allowances, giveBackMessages, takeMessage } from './store.ts';
