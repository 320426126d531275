import type { SentShare } from '@otvet/contract';
import type { Part } from './plan-parts.ts';

/** Pure: how many files and texts of a plan the first `sentCount` messages on the platform are; undefined where none is. */
export function shareOf(parts: Part<string>[], sentCount: number): SentShare | undefined {
  if (sentCount === 0) return undefined;
  const share = { files: 0, allFiles: 0, texts: 0, allTexts: 0 };
  let position = 0;
  for (const part of parts) {
    const files = 'files' in part ? part.files.length : 0;
    const hasWords = 'files' in part ? part.caption !== '' : true;
    position += files || 1;
    const isSent = position <= sentCount;
    share.allFiles += files;
    share.files += isSent ? files : 0;
    share.allTexts += hasWords ? 1 : 0;
    share.texts += isSent && hasWords ? 1 : 0;
  }
  return share;
}
