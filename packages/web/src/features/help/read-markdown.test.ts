import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Block, type Inline, readMarkdown } from './read-markdown.ts';

const docs = join(import.meta.dirname, '../../../../../docs');
const pages = [
  ...readdirSync(join(docs, 'channels')).map((name) => `channels/${name}`),
  'knowledge.md',
  'knowledge.en.md',
];

it('reads headings, paragraphs of several lines, marked words and links', () => {
  expect(readMarkdown('# Title\n\nOne **two `three`**\n*four* [five](https://a.example/b) `six`')).toEqual([
    { kind: 'heading', level: 1, words: [{ kind: 'text', text: 'Title' }] },
    {
      kind: 'paragraph',
      words: [
        { kind: 'text', text: 'One ' },
        {
          kind: 'strong',
          words: [
            { kind: 'text', text: 'two ' },
            { kind: 'code', text: 'three' },
          ],
        },
        { kind: 'text', text: ' ' },
        { kind: 'emphasis', words: [{ kind: 'text', text: 'four' }] },
        { kind: 'text', text: ' ' },
        { kind: 'link', href: 'https://a.example/b', words: [{ kind: 'text', text: 'five' }] },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'six' },
      ],
    },
  ]);
});

it('keeps the code of an item in the item, and ends a list where the kind of list changes', () => {
  const text = (words: string): Inline[] => [{ kind: 'text', text: words }];
  expect(readMarkdown('1. First:\n   ```html\n   <b>\n   ```\n2. Second\n- Other')).toEqual([
    {
      kind: 'list',
      isOrdered: true,
      items: [
        [
          { kind: 'paragraph', words: text('First:') },
          { kind: 'code', text: '<b>' },
        ],
        [{ kind: 'paragraph', words: text('Second') }],
      ],
    },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', words: text('Other') }]] },
  ]);
});

it('leaves markup as text, also where a mark is never closed', () => {
  expect(readMarkdown('<script>alert(1)</script> **open `also')).toEqual([
    { kind: 'paragraph', words: [{ kind: 'text', text: '<script>alert(1)</script> **open `also' }] },
  ]);
  expect(readMarkdown('```\nnever closed')).toEqual([{ kind: 'code', text: 'never closed' }]);
});

it.each(pages)('%s is understood wholly: no mark is left in its words', (name) => {
  const blocks = readMarkdown(readFileSync(join(docs, name), 'utf8'));
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
  expect(blocks.length).toBeGreaterThan(5);
  for (const text of blocks.flatMap(textsOf)) expect(text).not.toMatch(/\*\*|`|\]\(|^\s*\||^#/);
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    for (const row of block.rows) expect(row.length, JSON.stringify(row)).toBe(block.head.length);
  }
});

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'code':
      return [];
    case 'list':
      return block.items.flat().flatMap(textsOf);
    case 'table':
      return [block.head, ...block.rows].flat(2).flatMap(wordsOf);
    default:
      return block.words.flatMap(wordsOf);
  }
}

function wordsOf(inline: Inline): string[] {
  if ('words' in inline) return inline.words.flatMap(wordsOf);
  return inline.kind === 'text' ? [inline.text] : [];
}
