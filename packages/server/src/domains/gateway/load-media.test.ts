import { expect, it } from 'vitest';
import { ConnectorError } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { readLoadFailure } from './load-media.ts';

it('risk: the platform is blamed where we have too many pictures at once; it is tried again', () => {
  const failure = readLoadFailure(new AppError('request.rate_limited'));
  expect(failure).toEqual({ reason: 'request.rate_limited', isLasting: false });
});

it.each([
  [new AppError('files.too_large'), { reason: 'files.too_large', isLasting: true }],
  [new ConnectorError('rejected', { reason: 'file_gone' }), { reason: 'file_gone', isLasting: true }],
  [new ConnectorError('retry', { reason: 'no_answer' }), { reason: 'no_answer', isLasting: false }],
  [new Error('something else'), { reason: 'unreachable', isLasting: false }],
])('%s is told as it is', (error, failure) => {
  expect(readLoadFailure(error)).toEqual(failure);
});
