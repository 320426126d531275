import { AppError } from '../../../platform/errors/app-error.ts';
import type { FetchedDocument } from './fetch-page.ts';
import { type SourceFault, toSourceFault } from './source-fault.ts';

type Fetched = Extract<FetchedDocument, { kind: 'fetched' }>;

/** A document behind a link while somebody waits for it: no later try, and `explain` says what is wrong with the link. */
export async function fetchNow(
  look: () => Promise<FetchedDocument>,
  explain: (fault: SourceFault) => AppError,
): Promise<Fetched> {
  try {
    const found = await look();
    if (found.kind === 'fetched') return found;
  } catch (error) {
    const fault = toSourceFault(error);
    throw fault === undefined ? error : explain(fault);
  }
  throw new AppError('knowledge.link_unreachable');
}
