import { beta } from '../beta/index.ts';
import { openDoor } from '../../domains/dialogs/index.ts';

export const wrong = [beta, openDoor];
