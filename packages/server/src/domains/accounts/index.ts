export type { Accounts } from './create-accounts.ts';
export type { PasswordCost } from './passwords/hash-password.ts';
export {
  type Allowance,
  allowanceOf,
  allowances,
  freeAccount,
  giveBackMessages,
  takeMessage,
  takeMessages,
} from './store.ts';
