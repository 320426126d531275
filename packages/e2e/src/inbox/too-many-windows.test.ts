import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readTexts } from '../harness/read-texts.ts';
import { type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'embedded' });
const t = readTexts('ru');

/** As many as one person may have. */
const WINDOWS = 100;
const ASKED_MS = 60_000;
const LONGEST_MS = ASKED_MS * 1.5;

it('a window too many says so, keeps the wait that it is told and connects when others are closed', async () => {
  const { url } = stage.product();
  const owner = await signUp(url);
  const closeOthers = await openSockets(url, owner);
  const { page } = await stage.openAs(owner);
  const tries: string[] = [];
  page.on('websocket', (socket) => tries.push(socket.url()));
  await page.clock.install();
  await page.goto(`${url}/app/inbox/`);
  const words = t('shell.connection_crowded.windows').split('.')[0] ?? '';
  await expect.poll(() => tries.length).toBe(1);
  const banner = page.getByText(words);
  await banner.waitFor();
  await page.clock.runFor(ASKED_MS - 5000);
  expect(tries).toHaveLength(1);
  await page.clock.runFor(LONGEST_MS - ASKED_MS + 5000);
  await expect.poll(() => tries.length).toBe(2);
  await banner.waitFor();
  closeOthers();
  // In small steps: a try that has begun, or came before the server knew of the closed ones, ends by real time.
  const isShownAfter = async (ms: number) => {
    await page.clock.runFor(ms);
    return await banner.isVisible();
  };
  await expect.poll(() => isShownAfter(2000), { interval: 250 }).toBe(false);
});

/** Opens as many sockets as one person may have, without a browser for each. */
async function openSockets(url: string, { sessionToken }: Person): Promise<() => void> {
  const issued = await fetch(`${url}/api/auth/token`, { headers: { authorization: `Bearer ${sessionToken}` } });
  const { token } = z.object({ token: z.string() }).parse(await issued.json());
  const sockets = Array.from({ length: WINDOWS }, () => openSocket(url));
  const close = () => {
    for (const socket of sockets) socket.close();
  };
  onTestFinished(close);
  await Promise.all(sockets.map((socket) => join(socket, token)));
  return close;
}

function openSocket(url: string): WebSocket {
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  return Reflect.construct(WebSocket, [address, { headers: { origin: url } }]);
}

/** The handshake of the protocol, and its answers to pings. */
async function join(socket: WebSocket, token: string): Promise<void> {
  const joined = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const packet = String(data);
      if (packet === '2') socket.send('3');
      if (packet.startsWith('40')) resolve();
    });
  });
  await once(socket, 'open');
  socket.send(`40${JSON.stringify({ token })}`);
  await joined;
}
