import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { beginPicture, picturePath } from './slow-uploads.ts';
import type { AbusePlan, Tally } from './tally.ts';

const AGAIN_MS = 250;
const OF_EACH_KIND = 60;
const STREAMS = 300;
const PIPELINED = 200;
/** Of a picture: what it says to be, and what comes of it soon. */
const ANNOUNCED = 10_000_000;
const HALF_SENT = 1_000_000;
const HOOK_ANNOUNCED = 2_000_000;
const HOOK_SENT = 1_900_000;

type Held = (socket: Socket) => void;

/** Writes the piece again and again while the connection lasts. */
const trickle = (piece: () => string | Buffer, everyMs: number): Held => {
  return (socket) => {
    const timer = setInterval(() => socket.writable && socket.write(piece()), everyMs);
    socket.once('close', () => clearInterval(timer));
  };
};

const POST = 'POST /api/v1/mailer/send-register/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

function kindsOf({ channelId, hook, origin, token }: AbusePlan, visitorToken: string): { count: number; hold: Held }[] {
  const begin = (bytes: string, then: Held): Held => {
    return (socket) => {
      socket.write(bytes);
      then(socket);
    };
  };
  const nothing: Held = () => undefined;
  const unread: Held = (socket) => socket.pause();
  const stream =
    `GET /widget/${channelId}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://localhost\r\n` +
    `Authorization: Bearer ${visitorToken}\r\n\r\n`;
  const ofVisitor = { path: picturePath(channelId), token: visitorToken, origin };
  const ofMember = { path: '/api/v1/upload/photos/', token, origin };
  const picture = (sender: typeof ofVisitor) =>
    begin(
      beginPicture(sender, ANNOUNCED) + 'x'.repeat(HALF_SENT),
      trickle(() => randomBytes(16_000), 1000),
    );
  const of = (hold: Held) => ({ count: OF_EACH_KIND, hold });
  return [
    of(nothing),
    of(
      begin(
        'GET /health HTTP/1.1\r\nX-Slow: ',
        trickle(() => 'a', 5000),
      ),
    ),
    of(
      begin(
        `${POST}Content-Length: 100000\r\n\r\n{"a":"`,
        trickle(() => 'a', 1000),
      ),
    ),
    of(
      begin(
        `${POST}Transfer-Encoding: chunked\r\n\r\n`,
        trickle(() => '1\r\na\r\n', 1000),
      ),
    ),
    // Nearly all that a webhook may have, from somebody who is not the platform.
    of(
      begin(
        `POST ${hook} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${HOOK_ANNOUNCED}\r\n\r\n${'x'.repeat(HOOK_SENT)}`,
        trickle(() => 'x', 1000),
      ),
    ),
    of(picture(ofVisitor)),
    of(picture(ofMember)),
    of(begin(get('/widget.js').repeat(PIPELINED), unread)),
    of(begin(get('/api/openapi.json').repeat(PIPELINED), unread)),
    of(begin('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', nothing)),
    of(
      begin(
        get('/health'),
        trickle(() => randomBytes(400), 500),
      ),
    ),
    { count: STREAMS, hold: begin(stream, nothing) },
  ];
}

/** Opens connections of every unpleasant kind and opens each again when it is cut. */
export function holdConnections(plan: AbusePlan, tally: Tally, visitorTokens: string[]): void {
  const kinds = visitorTokens.length === 0 ? kindsOf(plan, '') : visitorTokens.flatMap((token) => kindsOf(plan, token));
  const open = (hold: Held) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', localAddress: plan.from });
    tally.opened += 1;
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('connect', () => hold(socket));
    socket.once('close', () => {
      tally.cut += 1;
      setTimeout(() => open(hold), AGAIN_MS);
    });
  };
  for (const { count, hold } of kinds) {
    const share = Math.ceil(count / Math.max(1, visitorTokens.length));
    for (let number = 0; number < share; number += 1) open(hold);
  }
}
