const tooLarge = ['file_too_large', 'files.too_large'];

/** What the file is, not how it was fetched: the next try ends the same way. */
const lasting = [
  ...tooLarge,
  'file_lost',
  'files.too_many_pixels',
  'files.too_complex',
  'files.wrong_type',
  'files.empty',
  'files.not_found',
  'too_many_attachments',
  'channel_unlinked',
];

export type MediaFailure = {
  /** Only a smaller file, or the platform itself, helps. */
  isTooLarge: boolean;
  /** It may load at the next try. */
  canRetry: boolean;
};

/** What can be done about an attachment that did not load, by the reason that is stored with it. */
export function readMediaFailure({ reason }: { reason: string | null }): MediaFailure {
  const known = reason ?? '';
  return { isTooLarge: tooLarge.includes(known), canRetry: !lasting.includes(known) };
}

/** Of the server, the way to it or the moment; not of the recording. */
const passing = ['unavailable', 'not_loaded', 'too_often'];

/** Whether the words of a voice message may be had at another try, by the reason that is stored with them. */
export function canHearAgain(speech: { state: string; reason: string | null }): boolean {
  return speech.state === 'failed' && passing.includes(speech.reason ?? '');
}
