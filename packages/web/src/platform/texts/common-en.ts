import errors from '@otvet/contract/texts/en/errors.json';
import shell from '@otvet/contract/texts/en/shell.json';

/** What every screen speaks: one request. */
export const texts = { ...errors, ...shell };
