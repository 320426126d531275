// Messages of the PostgreSQL protocol 3.0: https://www.postgresql.org/docs/18/protocol-message-formats.html
// (read 2026-11-20)

const PROTOCOL_3 = 196_608;

/** One message of a client: a typed one, or one of the untyped kind that opens a connection. */
export type Frame = { kind: 'opening'; code: number; bytes: Buffer } | { kind: 'typed'; type: string; bytes: Buffer };

export const SSL_REQUEST = 80_877_103;
export const GSS_REQUEST = 80_877_104;
export const CANCEL_REQUEST = 80_877_102;

/** Cuts the stream of one connection into messages, whatever the sizes of the chunks it comes in. */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = 0;
  let opened = false;

  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    // A large message is put together once, not with each chunk of it.
    if (length < needed) {
      return [];
    }
    let rest = Buffer.concat(chunks);
    const frames: Frame[] = [];
    for (;;) {
      needed = frameLength(rest, opened);
      if (rest.length < needed) {
        break;
      }
      const bytes = rest.subarray(0, needed);
      rest = rest.subarray(needed);
      const frame: Frame = opened
        ? { kind: 'typed', type: frameType(bytes), bytes }
        : { kind: 'opening', code: bytes.readInt32BE(4), bytes };
      opened ||= frame.kind === 'opening' && frame.code === PROTOCOL_3;
      frames.push(frame);
    }
    chunks = [rest];
    length = rest.length;
    return frames;
  };
}

function frameLength(buffer: Buffer, opened: boolean): number {
  const header = opened ? 5 : 8;
  if (buffer.length < header) {
    return header;
  }
  const length = opened ? 1 + buffer.readInt32BE(1) : buffer.readInt32BE(0);
  if (length < header) {
    throw new Error(`A client sent a message of the impossible length ${length}`);
  }
  return length;
}

/** The opening message of a client of the given user. */
export function startupMessage(user: string): Buffer {
  const parameters = Buffer.from(`user\0${user}\0database\0postgres\0client_encoding\0UTF8\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + parameters.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, parameters]);
}

/** The type of a typed message. */
export function frameType(message: Buffer): string {
  return String.fromCharCode(message.readUInt8(0));
}

/** A typed message with the given body. */
export function typedMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** A simple query. */
export function queryMessage(sql: string): Buffer {
  return typedMessage('Q', Buffer.from(`${sql}\0`));
}

/** Frees a prepared statement; there need not be one. */
export function closeMessage(name: string): Buffer {
  return typedMessage('C', Buffer.from(`S${name}\0`));
}

/** The end of a statement: its transaction ends with it, unless one was begun by name. */
export const SYNC = typedMessage('S', Buffer.alloc(0));

/** An error response with which the connection ends. */
export function fatalMessage(code: string, text: string): Buffer {
  return typedMessage('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** The zero-terminated text at a position, and the position after it. */
export function readText(bytes: Buffer, start: number): { text: string; end: number } {
  const zero = bytes.indexOf(0, start);
  if (zero < 0) {
    throw new Error('A client sent a message without the end of a name');
  }
  return { text: bytes.toString('utf8', start, zero), end: zero + 1 };
}
