import { expect, it } from 'vitest';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { describeShare } from './sent-share.ts';

const t: Translate = (key, values) => [key.replace('dialogs.share.', ''), values?.count].filter(Boolean).join(' ');

it.each([
  [{ files: 2, allFiles: 2, texts: 0, allTexts: 1 }, 'photos 2', 'text'],
  [{ files: 1, allFiles: 3, texts: 1, allTexts: 1 }, 'photos 1, text', 'photos 2'],
  [{ files: 0, allFiles: 1, texts: 1, allTexts: 3 }, 'text_begin', 'photos 1, text_end'],
])('%j', (share, sent, missing) => {
  expect(describeShare(share, t)).toEqual({ sent, missing });
});
