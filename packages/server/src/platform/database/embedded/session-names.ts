import { statementName } from '../statement-name.ts';
import type { SharedStatement, WireMessage } from './shared-statements.ts';
import { closeMessage, type Frame, readText, typedMessage } from './wire-frames.ts';

/**
 * Gives the names that one connection uses (prepared statements, portals) a space of their own in the one session.
 * Statements that have the hash of their text are shared: their name means the same on every connection.
 */
export type SessionNames = {
  rename: (frame: Frame & { kind: 'typed' }) => WireMessage;
  /** Messages that free what the connection has left in the session. */
  closeAll: () => Buffer[];
};

/** The names of connection number `connection`; unnamed statements and portals stay unnamed. */
export function createSessionNames(connection: number): SessionNames {
  const statements = new Set<string>();
  const shared = new Map<string, SharedStatement>();
  const own = (name: string) => (name === '' ? '' : `c${connection}_${name}`);

  function parse(bytes: Buffer): WireMessage {
    const { text: name, end } = readText(bytes, 5);
    if (isShared({ bytes, name, end })) {
      // A copy: the bytes are a part of all that came with them.
      const statement = shared.get(name) ?? { name, parse: Buffer.from(bytes) };
      shared.set(name, statement);
      return { statement, message: bytes };
    }
    if (name !== '') {
      statements.add(own(name));
    }
    return withNames({ bytes, type: 'P', lead: '', names: [own(name)], end });
  }

  function bind(bytes: Buffer): WireMessage {
    const portal = readText(bytes, 5);
    const { text: name, end } = readText(bytes, portal.end);
    const statement = shared.get(name);
    const names = [own(portal.text), statement === undefined ? own(name) : name];
    const message =
      portal.text === '' && statement !== undefined ? bytes : withNames({ bytes, type: 'B', lead: '', names, end });
    return statement === undefined ? message : { statement, message };
  }

  function describeOrClose(bytes: Buffer, type: string): WireMessage {
    const { text: name, end } = readText(bytes, 6);
    const lead = String.fromCharCode(bytes.readUInt8(5));
    const statement = lead === 'S' ? shared.get(name) : undefined;
    if (type === 'D' && statement !== undefined) {
      return { statement, message: bytes };
    }
    if (type === 'C' && lead === 'S') {
      // Closed for this connection only: a shared one lives on in the engine.
      shared.delete(name);
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
    closeAll: () => [...statements].map(closeMessage),
  };
}

function isShared({ bytes, name, end }: { bytes: Buffer; name: string; end: number }): boolean {
  if (!name.startsWith('s_')) return false;
  const text = readText(bytes, end);
  // Types that the client chose would make another statement of the same text.
  return bytes.readInt16BE(text.end) === 0 && name === statementName(text.text);
}

function withNames(parts: { bytes: Buffer; type: string; lead: string; names: string[]; end: number }): Buffer {
  if (parts.names.every((name) => name === '')) {
    return parts.bytes;
  }
  const names = Buffer.from(parts.lead + parts.names.map((name) => `${name}\0`).join(''));
  return typedMessage(parts.type, Buffer.concat([names, parts.bytes.subarray(parts.end)]));
}
