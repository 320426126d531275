import { expect, it } from 'vitest';
import type { OutboundFile } from '../port.ts';
import { shareOf } from './share-of.ts';

const file = (name: string): OutboundFile => {
  const read = () => Promise.resolve(Buffer.alloc(0));
  return { fileId: name, contentType: 'image/jpeg', name, size: 1, read, url: null };
};
const photos = (count: number, caption = '') => ({
  kind: 'photo' as const,
  files: Array.from({ length: count }, (_, index) => file(`${index}.jpg`)),
  caption,
});
const text = (words: string) => ({ kind: 'text' as const, text: words });

it('nothing that was sent is no share', () => {
  expect(shareOf([photos(2), text('Вот')], 0)).toBeUndefined();
});

it('files and texts are told apart, words below a file are a text', () => {
  expect(shareOf([photos(2), text('Вот')], 2)).toEqual({ files: 2, allFiles: 2, texts: 0, allTexts: 1 });
  expect(shareOf([photos(1, 'Вот'), photos(1)], 1)).toEqual({ files: 1, allFiles: 2, texts: 1, allTexts: 1 });
  expect(shareOf([text('один'), text('два'), photos(1)], 1)).toEqual({ files: 0, allFiles: 1, texts: 1, allTexts: 2 });
});
