import { second } from '../dialogs/second.ts';

export const wrong = second;
