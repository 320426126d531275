import type { ServerResponse } from 'node:http';

/** Opens a server-sent event stream; the returned function writes one event as JSON. */
export function openEventStream(response: ServerResponse): (event: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  return (event) => {
    if (!response.destroyed) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
}
