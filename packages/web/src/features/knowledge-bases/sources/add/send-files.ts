import { createApi } from '../../../../platform/api/client.ts';
import { createFetchWithProgress } from '../../../../platform/api/fetch-with-progress.ts';
import { refreshSources } from '../api/source-mutations.ts';
import { noteFiles } from './added-sources.ts';
import { createSending } from './sending-store.ts';

/** The files of this window on their way to the server. */
export const sending = createSending(async ({ baseId: kbId, hint: fileHint, replaces, file }, onSent) => {
  const { sources } = createApi(createFetchWithProgress(onSent));
  const input = { kbId, file: [file], fileHint, ...(replaces !== null && { replaces }) };
  const { known, sources: read } = await sources.uploadDocument(input);
  if (replaces === null) noteFiles(read.map(({ id }) => id));
  await refreshSources();
  return known[0]?.knownAs;
});
