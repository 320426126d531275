import MarkdownIt from 'markdown-it';
import type { ReadDocument } from '../document.ts';
import { cleanPage } from '../page/clean-page.ts';
import { readBlocks } from '../page/page-blocks.ts';
import { parsePage } from '../page/page-nodes.ts';
import { findBreaks } from './read-text.ts';

const markdown = new MarkdownIt({ html: true, linkify: false });
markdown.core.ruler.push('lines ended by hand', ({ tokens }) => {
  for (const { children, content } of tokens) {
    const isApart = findBreaks(content.split('\n').map((line) => line.trim()));
    const breaks = children?.filter(({ type }) => type === 'softbreak' || type === 'hardbreak') ?? [];
    for (const [at, token] of breaks.entries()) if (isApart[at + 1]) token.type = 'hardbreak';
  }
});

/** Blocks of a text in Markdown, read as the page that it stands for. */
export function readMarkdown(text: string): Pick<ReadDocument, 'title' | 'blocks'> {
  const { body, title } = takeFrontMatter(text);
  const page = parsePage(markdown.render(body));
  cleanPage(page);
  const blocks = readBlocks(page.body);
  const [first] = blocks;
  return { title: title ?? (first?.kind === 'heading' ? first.text : null), blocks };
}

/** Programs keep their own notes above the text, between two lines of dashes. */
function takeFrontMatter(text: string): { body: string; title: string | null } {
  if (!text.startsWith('---\n') && !text.startsWith('---\r\n')) return { body: text, title: null };
  const lines = text.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (end === -1) return { body: text, title: null };
  const named = lines.slice(1, end).find((line) => line.startsWith('title:'));
  const title = named?.slice('title:'.length).trim().replaceAll(/["']/g, '');
  return { body: lines.slice(end + 1).join('\n'), title: title || null };
}
