import type { KnowledgeDeps } from './deps.ts';

type Deps = Pick<KnowledgeDeps, 'log'> & { files?: Pick<NonNullable<KnowledgeDeps['files']>, 'dropBytes'> | undefined };

/**
 * Deletes the bytes of files whose rows went with a transaction, behind its commit. The work is done by then: what fails
 * here is logged and left to the sweep of bytes without a row.
 */
export async function dropFiles(
  { files, log }: Deps,
  { accountId, fileIds }: { accountId: string; fileIds: string[] },
): Promise<void> {
  try {
    await files?.dropBytes({ accountId, fileIds });
  } catch (error) {
    log.warn({ accountId, error }, 'files that nothing shows any more could not be deleted');
  }
}
