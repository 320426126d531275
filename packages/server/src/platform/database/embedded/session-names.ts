import { type Frame, readText, typedMessage } from './wire-frames.ts';

/** Gives the names that one connection uses (prepared statements, portals) a space of their own in the one session. */
export interface SessionNames {
  rename: (frame: Frame & { kind: 'typed' }) => Buffer;
  /** Messages that free what the connection has left in the session. */
  closeAll: () => Buffer[];
}

/** The names of connection number `connection`; unnamed statements and portals stay unnamed. */
export function createSessionNames(connection: number): SessionNames {
  const statements = new Set<string>();
  const own = (name: string) => (name === '' ? '' : `c${connection}_${name}`);

  function parse(bytes: Buffer): Buffer {
    const { text: name, end } = readText(bytes, 5);
    if (name !== '') {
      statements.add(own(name));
    }
    return withNames({ bytes, type: 'P', lead: '', names: [own(name)], end });
  }

  function bind(bytes: Buffer): Buffer {
    const portal = readText(bytes, 5);
    const statement = readText(bytes, portal.end);
    return withNames({
      bytes,
      type: 'B',
      lead: '',
      names: [own(portal.text), own(statement.text)],
      end: statement.end,
    });
  }

  function describeOrClose(bytes: Buffer, type: string): Buffer {
    const { text: name, end } = readText(bytes, 6);
    const lead = String.fromCharCode(bytes.readUInt8(5));
    if (type === 'C' && lead === 'S') {
      statements.delete(own(name));
    }
    return withNames({ bytes, type, lead, names: [own(name)], end });
  }

  function execute(bytes: Buffer): Buffer {
    const { text: name, end } = readText(bytes, 5);
    return withNames({ bytes, type: 'E', lead: '', names: [own(name)], end });
  }

  return {
    rename: ({ type, bytes }) => {
      if (type === 'P') {
        return parse(bytes);
      }
      if (type === 'B') {
        return bind(bytes);
      }
      if (type === 'D' || type === 'C') {
        return describeOrClose(bytes, type);
      }
      return type === 'E' ? execute(bytes) : bytes;
    },
    closeAll: () => [...statements].map((name) => typedMessage('C', Buffer.from(`S${name}\0`))),
  };
}

function withNames(parts: { bytes: Buffer; type: string; lead: string; names: string[]; end: number }): Buffer {
  if (parts.names.every((name) => name === '')) {
    return parts.bytes;
  }
  const names = Buffer.from(parts.lead + parts.names.map((name) => `${name}\0`).join(''));
  return typedMessage(parts.type, Buffer.concat([names, parts.bytes.subarray(parts.end)]));
}
