import { queryInteger } from '@otvet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Visitor } from '../access/identify-visitor.ts';
import { parseInput } from '../parse-input.ts';
import type { StreamSink } from './event-stream.ts';
import type { EventStreams } from './event-streams.ts';

const version = queryInteger({ min: 0, max: 999_999_999, initial: 0 });
const query = z.strictObject({ after: version });

type Streaming = { streams: EventStreams; dialog: Visitor; request: FastifyRequest; reply: FastifyReply };

/** Answers with server-sent events that never end; `Last-Event-ID` wins over `?after=`. */
export async function streamEvents({ streams, dialog, request, reply }: Streaming): Promise<FastifyReply> {
  const { after } = parseInput(query, request.query);
  const lastEventId = request.headers['last-event-id'];
  const from = lastEventId === undefined ? after : parseInput(version, lastEventId);
  const leave = streams.enter({ dialog, ip: request.ip });
  reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    .header('X-Accel-Buffering', 'no')
    // Kept alive after its end, the connection would hold up a server that stops.
    .header('Connection', 'close');
  reply.hijack();
  const { raw } = reply;
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  raw.writeHead(200, Object.fromEntries(headers));
  const stream = streams.open({ dialog, leave, after: from, sink: toSink(raw) });
  raw.on('close', () => stream.close());
  // A broken pipe is the browser going away; 'close' follows.
  raw.on('error', () => stream.close());
  return reply;
}

function toSink(raw: FastifyReply['raw']): StreamSink {
  return {
    write: (text) => {
      if (!raw.writableEnded && !raw.destroyed) raw.write(text);
    },
    bufferedBytes: () => raw.writableLength,
    onceDrained: (callback) => {
      const done = () => {
        raw.off('drain', done);
        raw.off('close', done);
        callback();
      };
      raw.once('drain', done);
      raw.once('close', done);
    },
    // A reader that does not read would never take the end: the socket is cut.
    end: () => {
      if (raw.writableLength > 0) raw.destroy();
      else raw.end();
    },
  };
}
