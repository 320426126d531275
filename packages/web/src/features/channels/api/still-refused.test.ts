import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { isStillRefused } from './still-refused.ts';

const refused = (code: string) => new ApiError({ code, status: 400 });

it('risk: who typed nothing is asked to check what was typed', () => {
  expect(isStillRefused(refused('channels.token_invalid'), { type: 'telegram' })).toBe(true);
  expect(isStillRefused(refused('channels.credentials_invalid'), { type: 'viber' })).toBe(true);
});

it('any other failure keeps its own words', () => {
  for (const error of [refused('channels.vendor_unreachable'), refused('channels.webhook_foreign'), new Error('other')])
    expect(isStillRefused(error, { type: 'telegram' })).toBe(false);
});
