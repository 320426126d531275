import { canHearAgain } from '@otvet/contract/values';

type Speech = { state: string; reason: string | null };

/** Why the words of a recording are not known (`dialogs.speech.{reason}`), and whether another try may find them. */
export function readUnheard(speech: Speech, hasTranscription: boolean | undefined) {
  if (!canHearAgain(speech)) return { reason: speech.reason, canRetry: false };
  return { reason: hasTranscription === false ? 'missing' : speech.reason, canRetry: hasTranscription === true };
}
