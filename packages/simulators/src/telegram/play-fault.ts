import { setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, sendBytes } from '../http/serve.ts';
import { type Answer, BotApiError, describeError } from './errors.ts';
import type { Fault } from './faults.ts';
import type { BotApiCall } from './ledger.ts';
import type { World } from './world.ts';

/** Lets a scripted fault meet a call; `run` makes the call take effect. */
export async function playFault(
  world: World,
  scene: {
    fault: Fault;
    call: BotApiCall;
    exchange: Exchange;
    run: () => Promise<Answer>;
    finish: (answer: Answer) => void;
  },
): Promise<void> {
  const { fault, call, exchange, run, finish } = scene;
  call.fault = fault.kind;
  switch (fault.kind) {
    case 'rate-limited': {
      const retry_after = fault.retryAfter;
      return finish(
        describeError(new BotApiError(429, `Too Many Requests: retry after ${retry_after}`, { retry_after })),
      );
    }
    case 'server-error':
      return finish(describeError(new BotApiError(fault.status, 'Internal Server Error: restart')));
    case 'blocked':
      return finish(describeError(new BotApiError(403, 'Forbidden: bot was blocked by the user')));
    case 'refused':
      return finish(describeError(new BotApiError(fault.code, fault.description)));
    case 'slow':
      await sleep(fault.delayMs, undefined, { signal: world.signal, ref: false }).catch(() => undefined);
      return finish(await run());
    case 'no-answer':
      if (fault.accepts) await run();
      return;
    case 'garbage':
      if (fault.accepts) await run();
      return sendBytes(exchange.response, {
        status: 200,
        body: Buffer.from('<html><body>It works!</body></html>'),
        headers: { 'content-type': 'text/html' },
      });
    case 'socket-drop':
      if (fault.accepts) await run();
      exchange.request.socket.destroy();
  }
}
