import { UnreadableAnswerError } from './wire.ts';

/** Ends a stream of OpenAI's form; those of others end without it. */
const END_MARK = '[DONE]';

/**
 * The events of a stream of server-sent events, in order, as JSON. What has no `data` is left out, and so is a last event
 * that the end of the stream cut. Throws UnreadableAnswerError.
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function* readStream(text: string): Generator<unknown> {
  let data: string | undefined;
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (line.startsWith('data:')) {
      const value = line.slice(line.startsWith('data: ') ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (line === '' && data !== undefined) {
      if (data.trimEnd() !== END_MARK) yield parseEvent(data);
      data = undefined;
    }
  }
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new UnreadableAnswerError('An event of the stream is no JSON', { cause });
  }
}
