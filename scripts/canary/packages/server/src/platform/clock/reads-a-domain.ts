import { openDoor } from '../../domains/dialogs/index.ts';

export const wrong = openDoor;
