import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import type { ReadDocument } from '../document.ts';
import { readWordPart } from './read-word-part.ts';
import { toBlocks } from './word-blocks.ts';
import { readWordStyles } from './word-styles.ts';

/** Blocks of a .docx. `main`: the part that holds its text. Throws DocumentRefusedError. */
export async function readWord(archive: Archive, main: string): Promise<Pick<ReadDocument, 'title' | 'blocks'>> {
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const styles = await readWordStyles(archive.inflate(`${folder}styles.xml`));
  const footnotes = await readWordPart(archive.inflate(`${folder}footnotes.xml`));
  const endnotes = await readWordPart(archive.inflate(`${folder}endnotes.xml`));
  const body = await readWordPart(archive.inflate(main));
  const blocks = toBlocks(body.blocks, { styles, notes: new Map([...footnotes.notes, ...endnotes.notes]) });
  return { title: (await readTitle(archive)) ?? firstTitle(blocks), blocks };
}

async function readTitle(archive: Archive): Promise<string | null> {
  let title = '';
  let isTitle = false;
  await readXml(archive.inflate('docProps/core.xml'), {
    open: ({ name }) => {
      isTitle = name === 'title';
    },
    close: () => {
      isTitle = false;
    },
    text: (text) => {
      if (isTitle) title += text;
    },
  });
  return title.trim() || null;
}

function firstTitle(blocks: ReadDocument['blocks']): string | null {
  const first = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return first?.kind === 'heading' ? first.text : null;
}
