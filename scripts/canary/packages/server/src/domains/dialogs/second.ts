import { openDoor } from './index.ts';

export const second = openDoor;
