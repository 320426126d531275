import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendBytes, sendJson } from '../http/serve.ts';
import { type Completion, describeCompletion } from './completion.ts';
import type { ModelFault } from './faults.ts';
import { splitTokens } from './tokens.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Sends a whole answer, spoilt as the fault says. */
export async function sendWhole(
  response: ServerResponse,
  reply: { completion: Completion; fault: ModelFault | undefined; signal: AbortSignal },
): Promise<void> {
  const { completion, fault, signal } = reply;
  const body = describeCompletion(completion);
  switch (fault?.kind) {
    case 'never-ends':
      return;
    case 'slow-tokens': {
      const wait = fault.everyMs * splitTokens(completion.text).length;
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      return sendJson(response, { status: 200, body });
    }
    case 'error-in-stream':
      return sendJson(response, {
        status: 200,
        body: { error: { message: 'The server had an error.', type: 'server_error' } },
      });
    case 'cut-stream': {
      const bytes = Buffer.from(JSON.stringify(body));
      response.writeHead(200, { ...JSON_HEADERS, 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      return;
    }
    case 'invalid-json':
      return sendBytes(response, {
        status: 200,
        body: Buffer.from('{"choices": [{"message": {"content": "'),
        headers: JSON_HEADERS,
      });
    case 'invalid-utf8':
      return sendBytes(response, {
        status: 200,
        body: corruptUtf8(JSON.stringify(body), completion.text),
        headers: JSON_HEADERS,
      });
    case 'huge-body':
      return sendJson(response, {
        status: 200,
        body: describeCompletion({ ...completion, text: 'я'.repeat(fault.bytes / 2) }),
      });
    case 'empty-choices':
      return sendJson(response, { status: 200, body: { ...body, choices: [] } });
    default:
      return sendJson(response, { status: 200, body });
  }
}

/** Puts two bytes that are no UTF-8 before the answer's text. */
export function corruptUtf8(json: string, text: string): Buffer {
  const at = Math.max(json.indexOf(JSON.stringify(text).slice(1, -1)), 0);
  return Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from([0xff, 0xfe]), Buffer.from(json.slice(at))]);
}
