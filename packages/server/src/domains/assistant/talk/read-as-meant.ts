import { readLayout } from './read-layout.ts';
import { readTranslit } from './read-translit.ts';

/** Russian in Latin letters, by the layout of a keyboard («ghbdtn») or by their sound («privet»); every other text as it stands. */
export const readAsMeant = (text: string): string => readTranslit(readLayout(text));
