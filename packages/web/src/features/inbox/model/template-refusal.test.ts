import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { readTemplateRefusal } from './template-refusal.ts';

const refuse = (code: string, details = {}) => new ApiError({ code, status: 400, details });

it.each([
  [refuse('channels.credentials_invalid', { reason: 'token_revoked' }), { reason: 'token_revoked' }],
  [refuse('channels.credentials_invalid', { reason: 'refused' }), { reason: null }],
  [refuse('channels.credentials_invalid'), { reason: null }],
  [refuse('channels.vendor_unreachable', { reason: 'network' }), null],
  [new Error('offline'), null],
])('only what keeps the platform from taking the channel is its trouble: %s', (error, refusal) => {
  expect(readTemplateRefusal(error, 'whatsapp')).toEqual(refusal);
});
