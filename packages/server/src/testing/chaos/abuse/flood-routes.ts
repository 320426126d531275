import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { AbusePlan, Tally } from './tally.ts';

const WORKERS = 24;
const FORGED = 'eyJhbGciOiJFZERTQSIsImtpZCI6IngifQ.eyJzdWIiOiJ4In0.c2ln';
const bodies = ['{}', '{"email":"a@b.example","password":"a wrong one"}', '[', `{"text":"${'х'.repeat(5000)}"}`];

type One = { method: string; path: string; token: string | undefined; body: string | undefined };

function send(plan: AbusePlan, agent: Agent, { method, path, token, body }: One): Promise<number> {
  const headers: Record<string, string> = { origin: 'http://localhost' };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const to = { host: '127.0.0.1', port: plan.port, localAddress: plan.from };
  return new Promise((resolve) => {
    const call = request({ ...to, agent, method, path, headers }, (response) => {
      // A stream that never ends is kept by others.
      if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    call.once('error', () => resolve(0));
    call.end(body);
  });
}

/** Calls every address in turn, with no token, a forged one and an own one, as fast as the answers come. */
export function floodRoutes(plan: AbusePlan, tally: Tally, visitorToken: () => string | undefined): void {
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  let number = 0;
  const next = (): One => {
    const route = plan.routes[number % plan.routes.length] ?? { method: 'GET', url: '/' };
    const round = Math.floor(number / plan.routes.length);
    number += 1;
    const path = route.url.replace(':channelId', plan.channelId).replaceAll(/:\w+|\*/g, () => randomUUID());
    const token = route.url.startsWith('/widget/') ? visitorToken() : [undefined, FORGED, plan.token][round % 3];
    const hasBody = route.method !== 'GET' && route.method !== 'HEAD';
    return { method: route.method, path, token, body: hasBody ? bodies[round % bodies.length] : undefined };
  };
  const work = async (): Promise<void> => {
    for (;;) {
      tally.sent += 1;
      const status = await send(plan, agent, next());
      if (status === 0) tally.cut += 1;
      if (status === 429) tally.refused += 1;
    }
  };
  for (let worker = 0; worker < WORKERS; worker += 1) void work();
}

/** Visitors of the abuser's own, as many as are given. */
export async function startVisitors(plan: AbusePlan, wanted: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 0; number < wanted; number += 1) {
    const answer = await new Promise<string>((resolve) => {
      const to = { host: '127.0.0.1', port: plan.port, localAddress: plan.from };
      const headers = { 'content-type': 'application/json', origin: 'http://localhost' };
      const call = request({ ...to, method: 'POST', path: `/widget/${plan.channelId}/start`, headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.once('close', () => resolve(text));
      });
      call.once('error', () => resolve(''));
      call.end('{"locale":"ru"}');
    });
    const token = /"token":"([\w-]+)"/.exec(answer)?.[1];
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}
