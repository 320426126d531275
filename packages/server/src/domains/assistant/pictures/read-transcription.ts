import { cleanText } from '@otvet/contract/clean-text';
import { HOLDS_NOTHING, SEES_NOTHING } from './picture-prompt.ts';

/** Some put all of it into a fence although they are asked not to. */
const FENCE = /^```(?:markdown|md|text)?[ \t]*\n([\s\S]*?)\n?```$/;
/** A refusal in words is short; a transcription that begins so is not. */
const MAX_REFUSAL = 400;
const CANNOT =
  /\b(?:can(?:no|')t|can’t|cannot|unable to|not able to|won't)\b[^.]{0,40}\b(?:assist|help|transcribe|read|view|see|process|access|open|provide|comply|fulfil)|не (?:могу|можем|удаётся|удается|в состоянии|умею)[^.]{0,40}(?:помочь|прочитать|прочесть|увидеть|видеть|просмотреть|обработать|распознать|расшифровать|открыть|выполнить)/i;
const OF_A_MODEL =
  /\b(?:image|picture|photo|request|that|this|ai|assistant|model)\b|изображени|картинк|фото|запрос|модель|ассистент/i;

export type Transcription =
  | { kind: 'text'; text: string }
  /** The model says that it sees nothing, or will not read it. */
  | { kind: 'unseen' }
  | { kind: 'refused' };

/** What an answer about a picture is; `text` is empty where there is nothing to read. */
export function readTranscription(answer: string): Transcription {
  const text = cleanText(FENCE.exec(answer.trim())?.[1] ?? answer).trim();
  const bare = text.replaceAll(/[^A-Z_]/g, '');
  if (text.length < SEES_NOTHING.length + 10 && bare === SEES_NOTHING) return { kind: 'unseen' };
  if (text.length < HOLDS_NOTHING.length + 10 && bare === HOLDS_NOTHING) return { kind: 'text', text: '' };
  if (text.length <= MAX_REFUSAL && !text.includes('|') && CANNOT.test(text) && OF_A_MODEL.test(text))
    return { kind: 'refused' };
  return { kind: 'text', text };
}
