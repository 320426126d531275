import { createServer, type IncomingHttpHeaders } from 'node:http';

/** What a connector asked of its platform. */
export type VendorRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };

/** `drop` cuts the connection after the request was read, `silence` never answers, text is sent as it stands. */
export type VendorAnswer = { status: number; body: unknown; headers?: Record<string, string> } | 'drop' | 'silence';

/** A platform of the test: records every request and answers as told. */
export type VendorServer = {
  url: string;
  requests: VendorRequest[];
  answerWith(answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>): void;
  close(): Promise<void>;
};

/** Starts it on a free port of this machine. */
export async function startVendorServer(): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  let decide: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer> = () => 'drop';
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    const answer = await decide(request);
    if (answer === 'silence') return;
    if (answer === 'drop') {
      incoming.socket.destroy();
      return;
    }
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status, { ...answer.headers, 'content-type': isText ? 'text/html' : 'application/json' });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests,
    answerWith: (answer) => {
      decide = answer;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
