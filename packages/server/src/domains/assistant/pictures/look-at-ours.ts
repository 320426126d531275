import type { ModelFailure, ModelPort } from '../model/port.ts';

/** A red square on white, 64 by 64: nothing that a server could mind, and not too small for any. */
const OURS = Buffer.from(
  [
    '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1u',
    'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCABAAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA',
    'AAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8ApgAAAAAA',
    'AAAQoCVugALoBUwgAEKAlboAC6AVMIAAAAAAAB//2Q==',
  ].join(''),
  'base64',
);
const PATIENCE = { idleMs: 60_000, totalMs: 60_000 };
const MAX_OUTPUT_TOKENS = 64;

/** `unknown`: its server says nothing about pictures now. */
export type Look = { kind: 'seen' } | { kind: 'blind' } | { kind: 'unknown'; failure: ModelFailure };

/** Whether the server of a model takes pictures: it is shown a harmless one of ours. What the model answers is no matter. */
export async function lookAtOurs(model: ModelPort, name: string, signal: AbortSignal): Promise<Look> {
  const pictures = [{ contentType: 'image/jpeg' as const, bytes: OURS }];
  const reply = await model.write({
    model: name,
    system: 'Answer in one word.',
    messages: [{ role: 'user', content: 'Which colour is the square?', pictures }],
    temperature: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    patience: PATIENCE,
    signal,
  });
  if (reply.kind === 'written') return { kind: 'seen' };
  switch (reply.failure) {
    case 'blind':
      return { kind: 'blind' };
    // It has begun to answer, or minds the picture as such.
    case 'garbage':
    case 'refused':
    case 'picture':
      return { kind: 'seen' };
    default:
      return { kind: 'unknown', failure: reply };
  }
}
