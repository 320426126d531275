import type { JobProgress } from '../../../../platform/confined/index.ts';
import type { DocumentBlock, DocumentRefusal, ReadDocument } from '../../reading/document.ts';
import { run } from '../../reading/read-job.ts';

/** What the reader makes of bytes under a name, in this process. */
export async function readBytes(
  bytes: Buffer | string,
  name: string,
  onProgress: (progress: JobProgress) => void = () => undefined,
): Promise<ReadDocument> {
  const result = await run(Buffer.from(bytes), { name }, onProgress);
  if (result.kind === 'refused') throw new Error(`Refused: ${result.reason}`);
  return result.document;
}

/** Why it is refused; undefined when it is read. */
export async function readRefusal(bytes: Buffer | string, name: string): Promise<DocumentRefusal | undefined> {
  const result = await run(Buffer.from(bytes), { name }, () => undefined);
  return result.kind === 'refused' ? result.reason : undefined;
}

/** Blocks as lines, for tests that judge the order: `# heading`, `- item`, `| cell |`, text. */
export function outline(blocks: DocumentBlock[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
        return [`${'#'.repeat(block.level)} ${block.text}`];
      case 'list':
        return block.items.map((item) => `- ${item}`);
      case 'table':
        return [...(block.header === null ? [] : [`! ${block.header.join(' | ')}`]), ...block.rows.map(writeRow)];
      default:
        return [block.text];
    }
  });
}

function writeRow(row: string[]): string {
  return `| ${row.join(' | ')}`;
}
