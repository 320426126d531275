import { implement } from '@orpc/server';
import { procedure } from '@otvet/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { waitUntil } from '../../../testing/wait-until.ts';
import { useGuardedServers } from '../connections/testing/use-guarded-servers.ts';
import { type ApiContext, mountContract } from '../index.ts';

const servers = useGuardedServers();
const MEGABYTE = 1024 * 1024;
const contract = {
  upload: procedure('user', { rate: 'upload' })
    .route({ method: 'POST', path: '/v1/upload/' })
    .input(z.strictObject({ file: z.file() })),
};
const api = implement(contract).$context<ApiContext>();

async function start() {
  const state = { running: 0, most: 0, held: [] as (() => void)[] };
  const router = api.router({
    upload: api.upload.handler(async ({ input, context }) => {
      if (context.user?.accountId !== 'busy') return { size: input.file.size };
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await new Promise<void>((resolve) => state.held.push(resolve));
      state.running -= 1;
      return { size: input.file.size };
    }),
  });
  const authenticate = async (token: string) => ({
    userId: token,
    accountId: token,
    role: 'owner' as const,
    sessionId: token,
    impersonatedBy: null,
  });
  const { port } = await servers.start(({ app }) => {
    app.register(async (scope) => mountContract(scope, { router, authenticate }));
  });
  const upload = async (account: string, size: number) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(size)]), 'a.png');
    const headers = { authorization: `Bearer ${account}` };
    return (await fetch(`http://127.0.0.1:${port}/api/v1/upload/`, { method: 'POST', headers, body })).status;
  };
  return { state, upload };
}

it('signed-in people hold so many bytes at once; the next upload waits for its room, those of others do not', async () => {
  const { state, upload } = await start();
  const all = Array.from({ length: 5 }, () => upload('busy', 6 * MEGABYTE));
  await waitUntil(() => state.held.length > 0);
  expect(await upload('other', 2 * MEGABYTE)).toBe(200);
  expect(state.held.length).toBeLessThan(4);
  for (let done = 0; done < 5; done += 1) {
    await waitUntil(() => state.held.length > 0);
    state.held.shift()?.();
  }
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200, 200]);
  expect(state.most).toBeLessThanOrEqual(3);
});
