import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DocumentRefusedError, refuseDocument } from '../refuse-document.ts';

/** An element as it opens: its name without the prefix, its namespace, and its attributes by their names without prefixes. */
export type XmlTag = { name: string; uri: string; attributes: Record<string, string> };
export type XmlHandlers = {
  open(tag: XmlTag): void;
  close?(tag: Pick<XmlTag, 'name' | 'uri'>): void;
  text?(text: string): void;
};

/** Elements inside of each other; no program writes more. */
const MAX_DEPTH = 300;

/**
 * Reads a part of an archive while it is inflated. A document type is refused before anything that it declares is looked
 * at; no entity but the five of XML is known, and nothing is fetched. Throws DocumentRefusedError.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('doctype', () => refuseDocument('damaged'));
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuseDocument('damaged');
    handlers.open(describeTag(tag));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    handlers.close?.({ name: tag.local, uri: tag.uri });
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    if (decoder !== undefined) parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof DocumentRefusedError ? error : new DocumentRefusedError('damaged', { cause: error });
  }
}

function describeTag(tag: SaxesTagNS): XmlTag {
  const attributes: Record<string, string> = {};
  for (const attribute of Object.values(tag.attributes)) attributes[attribute.local] = attribute.value;
  return { name: tag.local, uri: tag.uri, attributes };
}

/** Parts are UTF-8 or UTF-16, and the latter begins with its mark. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8';
}
