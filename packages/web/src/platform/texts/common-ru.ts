import errors from '@otvet/contract/texts/ru/errors.json';
import shell from '@otvet/contract/texts/ru/shell.json';

/** What every screen speaks: one request. */
export const texts = { ...errors, ...shell };
