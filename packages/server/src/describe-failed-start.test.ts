import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { describeFailedStart } from './describe-failed-start.ts';
import { findFreePort } from './testing/find-free-port.ts';

it('risk: whoever starts it on a port that is taken reads a stack', async () => {
  const port = await findFreePort();
  const first = createServer();
  await once(first.listen(port, '127.0.0.1'), 'listening');
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((error: unknown) => [error]);
  first.close();
  expect(describeFailedStart(error)).toBe(
    `\nOtvet cannot run: port ${port} is taken by another program. PORT names another one.\n`,
  );
});

it('what nobody can put right by reading a line keeps its stack', () => {
  const error = new TypeError('a fault of ours');
  expect(describeFailedStart(error)).toBe(error);
});
