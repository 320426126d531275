import type { KnowledgeSource, Locale } from '@otvet/contract';
import { isDocumentName, isPictureName } from '@otvet/contract/values';
import { IconFileText, IconFileTypeDoc, IconPhoto, IconTable, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { ChipKind } from '../../../components/ui/chip.tsx';
import { formatDayAndClock } from '../../../platform/format/format-time.ts';
import type { TextKey, Translate } from '../../../platform/texts/text-key.ts';

export type Spoken = { t: Translate; locale: Locale; now: Date };

const kindIcons: Record<KnowledgeSource['kind'], TablerIcon> = {
  file: IconFileText,
  page: IconWorld,
  google_document: IconFileTypeDoc,
  google_sheet: IconTable,
};

/** A file that a model reads by looking at it. */
export const isPicture = ({ kind, name }: Pick<KnowledgeSource, 'kind' | 'name'>): boolean =>
  kind === 'file' && isPictureName(name);

/** What a source is, as a sign and in a word. */
export function describeKind(source: Pick<KnowledgeSource, 'kind' | 'name'>, t: Translate) {
  if (isPicture(source)) return { Icon: IconPhoto, text: t('sources.kind.picture') };
  return { Icon: kindIcons[source.kind], text: t(`sources.kind.${source.kind}`) };
}

const chipKinds: Record<KnowledgeSource['state'], ChipKind> = {
  waiting: 'neutral',
  reading: 'accent',
  ready: 'success',
  failed: 'error',
};

/** The state of a source, in words and a colour that repeats them. */
export function describeState(
  { state, reason, progress, isHeld }: Pick<KnowledgeSource, 'state' | 'reason' | 'progress' | 'isHeld'>,
  t: Translate,
): { kind: ChipKind; text: string } {
  const kind = chipKinds[state];
  if (state === 'waiting' && reason !== null) return { kind: 'warning', text: t('sources.state.waiting_retry') };
  if (state === 'reading' && progress.total > 1) return { kind, text: t('sources.state.reading_page', progress) };
  if (state === 'ready' && isHeld) return { kind: 'warning', text: t('sources.state.held') };
  return { kind, text: t(`sources.state.${state}`) };
}

/** Its owner has to do something, or to say that a page which changed much is meant to be so. */
export const mayBeAsked = ({ state, reason }: Pick<KnowledgeSource, 'state' | 'reason'>): boolean =>
  state === 'failed' || (state === 'waiting' && reason === 'much_gone');

const hopeless: ReadonlySet<KnowledgeSource['reason']> = new Set([
  ...(['wrong_type', 'too_large', 'password', 'damaged', 'no_text', 'no_answers', 'file_lost'] as const),
  ...(['picture_large'] as const),
]);

/** A file that would be read with the same result each time: only another one helps. */
export const needsAnotherFile = ({
  kind,
  state,
  reason,
}: Pick<KnowledgeSource, 'kind' | 'state' | 'reason'>): boolean =>
  kind === 'file' && state === 'failed' && hopeless.has(reason);

/**
 * What is gone by itself, or once somebody frees memory, opens a page or sets up the model: what is taught stays as it is. Not
 * `much_gone`: another reading takes the page as it is, which its owner decides for each by itself.
 */
const passing: ReadonlySet<KnowledgeSource['reason']> = new Set([
  ...(['unreachable', 'site_error', 'busy', 'not_read', 'memory_limit', 'page_missing', 'page_closed'] as const),
  ...(['google_permission', 'picture_limit', 'model_busy', 'model_down', 'model_unset'] as const),
]);

/** Failed for a reason that another reading may not meet again; `readsPictures`: there is a model now that sees them. */
export function mayBeReadNow(
  { state, reason }: Pick<KnowledgeSource, 'state' | 'reason'>,
  { readsPictures }: { readsPictures: boolean },
): boolean {
  return state === 'failed' && (passing.has(reason) || (reason === 'picture_unseen' && readsPictures));
}

/** The address of a page as people say it, where its name is another; null for all else. */
export function describeAddress({ kind, link, name }: Pick<KnowledgeSource, 'kind' | 'link' | 'name'>): string | null {
  if (kind !== 'page' || link === null || name === link) return null;
  const said = link.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  return name.includes(said) ? null : said;
}

/** Why it was not read and what happens next, also of a link that was asked for a moment ago; null where nothing is wrong. */
export function describeFault(source: KnowledgeSource, spoken: Spoken): string | null {
  const { reason, nextTryAt, version, state } = source;
  const { t } = spoken;
  const isPlanned = state === 'waiting' && nextTryAt !== null;
  if (reason === null) return isPlanned ? `${t('sources.next_try', { when: describeTime(nextTryAt, spoken) })}.` : null;
  const parts = [t(reason === 'no_text' ? textOfEmpty(source) : `knowledge.source.reason.${reason}`)];
  if (nextTryAt !== null) {
    const when = describeTime(nextTryAt, spoken);
    parts.push(`${t(state === 'failed' ? 'sources.next_check' : 'sources.next_try', { when })}.`);
  }
  if (version > 0 && !source.isHeld) parts.push(t('sources.still_searched'));
  return parts.join(' ');
}

/** Only a document with pictures can be a scan, and only a page writes its text in the browser. */
function textOfEmpty({ kind, name, link }: KnowledgeSource): TextKey {
  if (kind === 'google_sheet') return 'sources.sheet_empty';
  const place = kind === 'page' ? (link ?? '') : name;
  if (kind === 'google_document' || /\.(?:pdf|docx)$/i.test(place)) return 'knowledge.source.reason.no_text';
  const isWebPage = kind === 'page' && (!isDocumentName(place) || /\.html?$/i.test(place));
  return isWebPage ? 'sources.page_empty' : 'sources.file_empty';
}

/** What the last reading changed and when it was looked at. */
export function describeHistory(source: KnowledgeSource, spoken: Spoken): string {
  const { change, checkedAt, version, kind } = source;
  const { t } = spoken;
  const parts: string[] = [];
  if (change !== null && version <= 1) parts.push(t('sources.change.first', { when: describeTime(change.at, spoken) }));
  if (change !== null && version > 1) {
    const { added, removed, at } = change;
    parts.push(t('sources.change.both', { when: describeTime(at, spoken), added, removed }));
  }
  if (kind !== 'file' && checkedAt !== null && checkedAt !== change?.at)
    parts.push(t('sources.checked', { when: describeTime(checkedAt, spoken) }));
  return parts.join(' · ');
}

function describeTime(time: string, { locale, now }: Spoken): string {
  return formatDayAndClock({ at: new Date(time), now, locale });
}
