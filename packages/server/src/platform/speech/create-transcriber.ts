import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { VendorError, type VendorFetch } from '../outbound/index.ts';

// https://platform.openai.com/docs/api-reference/audio/createTranscription, read 2026-11-23.

/** Servers take 25 MB; this is about forty minutes of a voice message as messengers record it. */
export const MAX_SPEECH_BYTES = 10 * 1024 * 1024;

const DEADLINE_MS = 45_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** What was said, or why it is not known; `isLasting`: another try cannot help. */
export type Transcription =
  | { kind: 'heard'; text: string }
  | { kind: 'failed'; reason: SpeechFailure; isLasting: boolean };
export type SpeechFailure = 'no_words' | 'format' | 'too_long' | 'too_often' | 'not_loaded' | 'unavailable';

export type Speech = {
  bytes: Buffer;
  contentType: string;
  /** ISO 639-1; null where the server is to find it out. */
  language: string | null;
};
export type Transcriber = (speech: Speech) => Promise<Transcription>;

/** Names by which servers know the form of a recording: they go by the ending alone. */
const endings: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};

const answered = z.object({ text: z.string() });
const refused = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) });
const retried = new Set([408, 409, 425, 429]);
const spent = /insufficient_quota|billing|spend_limit|credit_balance/i;

/** The configured server of speech; undefined without one. */
export function createTranscriber(
  config: Config['transcription'],
  { fetch }: { fetch: VendorFetch },
): Transcriber | undefined {
  if (config === undefined) return undefined;
  const url = `${config.baseUrl.replace(/\/$/, '')}/audio/transcriptions`;
  const headers: Record<string, string> =
    config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` };
  return async ({ bytes, contentType, language }) => {
    const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
    const ending = endings[type];
    if (ending === undefined) return failed('format', true);
    if (bytes.length > MAX_SPEECH_BYTES) return failed('too_long', true);
    const body = new FormData();
    body.set('model', config.name);
    body.set('response_format', 'json');
    if (language !== null) body.set('language', language);
    body.set('file', new Blob([new Uint8Array(bytes)], { type }), `voice.${ending}`);
    try {
      const answer = await fetch(url, {
        ...{ method: 'POST', headers, body, deadlineMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES },
      });
      return readAnswer(answer);
    } catch (error) {
      if (error instanceof VendorError) return failed('unavailable', false);
      throw error;
    }
  };
}

const failed = (reason: SpeechFailure, isLasting: boolean): Transcription => ({ kind: 'failed', reason, isLasting });

function readAnswer({ status, body }: { status: number; body: Buffer }): Transcription {
  const content = parseJson(body);
  if (status === 200) {
    const reading = answered.safeParse(content);
    if (!reading.success) return failed('unavailable', false);
    const text = reading.data.text.trim();
    return text === '' ? failed('no_words', true) : { kind: 'heard', text };
  }
  if (status === 413) return failed('too_long', true);
  if (status === 400 || status === 415 || status === 422) return failed('format', true);
  const reading = refused.safeParse(content);
  const isSpent = reading.success && spent.test(`${reading.data.error.code} ${reading.data.error.type}`);
  return failed('unavailable', isSpent || (status < 500 && !retried.has(status)));
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
