import { expect, it } from 'vitest';
import { ConnectorError } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { readLoadFailure, retryMedia } from './load-media.ts';

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

it('risk: words are asked for again of a server that hears nothing, and nothing is said', async () => {
  const place = { accountId: 'a', channelId: 'c', chatId: '7', messageId: 'm' };
  const recording = { attachmentId: 'f', fileId: 'stored', contentType: 'audio/ogg', size: 400 };
  const file = { attachmentId: 'p', vendorRef: 'photo', isHeard: false };
  const asked: unknown[] = [];
  const retry = (found: { media: (typeof file)[]; unheard: (typeof recording)[] }) =>
    retryMedia(
      {
        dialogs: {
          failedMedia: async () => ({ dialogId: 'd', seq: 1, ...found }),
          askAgain: async (job) => void asked.push(job),
        },
        mediaJobs: { enqueue: async () => null },
        speechJobs: undefined,
      },
      place,
    );
  await expect(retry({ media: [], unheard: [recording] })).rejects.toMatchObject({ code: 'dialogs.no_transcription' });
  await retry({ media: [file], unheard: [recording] });
  expect(asked).toHaveLength(1);
  await retry({ media: [], unheard: [] });
});
