import { type ModelFaultInput, type ModelSimulator, startModelSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVendorFetch } from '../outbound/index.ts';
import { systemClock } from '../time/clock.ts';
import { createTranscriber, MAX_SPEECH_BYTES } from './create-transcriber.ts';

let model: ModelSimulator;
beforeAll(async () => {
  model = await startModelSimulator({ keys: ['sk-1'], models: ['whisper-1'] });
});
afterAll(() => model.close());

const listen = async (
  speech: { contentType?: string; bytes?: Buffer; language?: string | null } = {},
  apiKey = 'sk-1',
) => {
  const config = { baseUrl: `${model.baseUrl}/`, apiKey, name: 'whisper-1' };
  const transcribe = createTranscriber(config, { fetch: createVendorFetch({ clock: systemClock }) });
  const whole = { bytes: Buffer.from('OggS'), contentType: 'audio/ogg; codecs=opus', language: null, ...speech };
  return await transcribe?.(whole);
};

it('sends the recording under a name that tells its form, with the language where it is known', async () => {
  model.setHearing(() => ' Здравствуйте ');
  expect(await listen({ language: 'ru' })).toEqual({ kind: 'heard', text: 'Здравствуйте' });
  expect(model.ledger.calls.at(-1)).toMatchObject({
    path: '/v1/audio/transcriptions',
    body: { model: 'whisper-1', language: 'ru', file: { name: 'voice.ogg', size: 4 } },
  });
  expect(await listen({ contentType: 'video/mp4' })).toMatchObject({ kind: 'heard' });
  expect(model.ledger.calls.at(-1)?.body).not.toHaveProperty('language');
});

it('what can never be heard is not asked again, and not asked at all where its form or length says so', async () => {
  const before = model.ledger.calls.length;
  expect(await listen({ contentType: 'audio/amr' })).toEqual({ kind: 'failed', reason: 'format', isLasting: true });
  const long = { bytes: Buffer.alloc(MAX_SPEECH_BYTES + 1) };
  expect(await listen(long)).toEqual({ kind: 'failed', reason: 'too_long', isLasting: true });
  expect(model.ledger.calls).toHaveLength(before);
  model.setHearing(() => '  ');
  expect(await listen()).toEqual({ kind: 'failed', reason: 'no_words', isLasting: true });
});

const faults: [ModelFaultInput, boolean][] = [
  [{ kind: 'rate-limited', endpoint: 'transcriptions' }, false],
  [{ kind: 'quota-exhausted', endpoint: 'transcriptions' }, true],
  [{ kind: 'server-error', endpoint: 'transcriptions' }, false],
  [{ kind: 'html-502', endpoint: 'transcriptions' }, false],
  [{ kind: 'socket-drop', endpoint: 'transcriptions' }, false],
  [{ kind: 'model-not-found', endpoint: 'transcriptions' }, true],
];
it.each(faults)('%o: whether another try may help', async (fault, isLasting) => {
  model.faults.add(fault);
  expect(await listen()).toEqual({ kind: 'failed', reason: 'unavailable', isLasting });
});

it('a wrong key is the administrator’s to change', async () => {
  expect(await listen({}, 'sk-2')).toEqual({ kind: 'failed', reason: 'unavailable', isLasting: true });
});

it('without a model of speech there is nothing to ask', () => {
  expect(createTranscriber(undefined, { fetch: createVendorFetch({ clock: systemClock }) })).toBeUndefined();
});
