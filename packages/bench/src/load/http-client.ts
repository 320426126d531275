import { Agent, request } from 'node:http';

export type Reply = { status: number; body: string };
export type HttpClient = {
  send(call: { method?: string; url: string; headers?: Record<string, string>; body?: string }): Promise<Reply>;
  close(): void;
};

/** Plain HTTP over kept connections: `fetch` would cost the load generator more than the server measured. */
export function createHttpClient({ connections }: { connections: number }): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: ({ method = 'POST', url, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const call = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          );
          response.on('error', reject);
        });
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
