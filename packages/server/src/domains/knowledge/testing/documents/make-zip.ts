import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive. `claims`: the size that its headers name, where that is a lie. */
export type ZipPart = { name: string; content: Buffer | string; claims?: number; isEncrypted?: boolean };

/** An archive in memory, with whatever a sender could write into its headers. */
export function makeZip(parts: ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(part.name);
    const fields = describe(part, content, packed, name);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed]);
    const head = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, Buffer.alloc(14), name]);
    head.writeUInt32LE(offset, 42);
    bodies.push(local);
    directory.push(head);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** What the header before a part and that in the directory have in common, from the version on. */
function describe({ claims, isEncrypted }: ZipPart, content: Buffer, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800 | (isEncrypted === true ? 1 : 0), 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(claims ?? content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
