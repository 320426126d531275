import { expect, it } from 'vitest';
import { canHearAgain, readMediaFailure } from './media-failures.ts';

it.each(['file_too_large', 'files.too_large'])('what is refused for its size is not tried again: %s', (reason) => {
  expect(readMediaFailure({ reason })).toEqual({ isTooLarge: true, canRetry: false });
});

it.each([
  'file_lost',
  'files.too_many_pixels',
  'files.wrong_type',
  'files.empty',
  'channel_unlinked',
  'too_many_attachments',
])('what is wrong with the file itself stays wrong: %s', (reason) => {
  expect(readMediaFailure({ reason })).toEqual({ isTooLarge: false, canRetry: false });
});

it.each([
  null,
  'network',
  'unreachable',
  'vendor_error',
  'file_gone',
  'link_expired',
  'file_is_page',
  'token_revoked',
  'files.quota',
  'something new',
])('what may pass is tried again: %s', (reason) => {
  expect(readMediaFailure({ reason })).toEqual({ isTooLarge: false, canRetry: true });
});

it.each([
  ['unavailable', true],
  ['not_loaded', true],
  ['too_often', true],
  ['too_long', false],
  ['format', false],
  ['no_words', false],
  [null, false],
])('speech that was not recognized is tried again where the reason passes: %s', (reason, canRetry) => {
  expect(canHearAgain({ state: 'failed', reason })).toBe(canRetry);
  expect(canHearAgain({ state: 'waiting', reason })).toBe(false);
});
