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
