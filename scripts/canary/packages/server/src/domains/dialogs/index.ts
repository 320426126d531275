import { second } from './second.ts';

export const openDoor = second;
