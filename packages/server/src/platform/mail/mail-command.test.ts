import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { mailCommandOf } from './mail-command.ts';

it('the command names the data folder unless it is the usual one', () => {
  expect(mailCommandOf('data')).toBe('npm run otvet -- mail');
  expect(mailCommandOf(resolve('data'))).toBe('npm run otvet -- mail');
  expect(mailCommandOf('/srv/otvet')).toBe('DATA_DIR=/srv/otvet npm run otvet -- mail');
  expect(mailCommandOf("/srv/Anna's shop")).toBe("DATA_DIR='/srv/Anna'\\''s shop' npm run otvet -- mail");
});
