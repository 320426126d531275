import { readLayout } from './read-layout.ts';
import { readSlips } from './read-slips.ts';
import { readTranslit } from './read-translit.ts';

/**
 * Russian in Latin letters, by the layout of a keyboard («ghbdtn») or by their sound («privet»), and words that ask as people write
 * them by ear («скоко»); every other text as it stands.
 */
export const readAsMeant = (text: string): string => readSlips(readTranslit(readLayout(text)));
