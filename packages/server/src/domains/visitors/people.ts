import type { VisitorDeps, VisitorDialog, VisitorReading } from './deps.ts';

/** Addresses of the pictures of people, by the messages that they wrote. */
export async function findPictures(
  { photoOf }: Pick<VisitorDeps['accounts'], 'photoOf'>,
  { dialog, reading }: { dialog: VisitorDialog; reading: Pick<VisitorReading, 'authors'> },
): Promise<Map<string, string>> {
  const { accountId, channelId } = dialog;
  const pictures = new Map<string, string>();
  for (const [messageId, userId] of reading.authors) {
    const fileId = await photoOf({ accountId, userId });
    if (fileId !== null) pictures.set(messageId, `/widget/${channelId}/people/${fileId}`);
  }
  return pictures;
}
