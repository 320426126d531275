import { Anchor } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './help-screen.module.css';
import type { Block, Inline } from './read-markdown.ts';

/** Blocks of a help page as elements of the page; nothing of it becomes markup by itself. */
export function MarkdownView({ blocks }: { blocks: readonly Block[] }) {
  return listed(blocks, (block) => <BlockView block={block} />);
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, null, <Words words={block.words} />);
    case 'paragraph':
      return (
        <p>
          <Words words={block.words} />
        </p>
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        null,
        listed(block.items, (item) => (
          <li>
            <MarkdownView blocks={item} />
          </li>
        )),
      );
    case 'table':
      return <TableView {...block} />;
  }
}

function TableView({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div className={classes.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {listed(head, (words) => (
              <th scope="col">
                <Words words={words} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed(rows, (row) => (
            <tr>
              {listed(row, (words) => (
                <td>
                  <Words words={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Words({ words }: { words: readonly Inline[] }) {
  return listed(words, (word) => <Word word={word} />);
}

function Word({ word }: { word: Inline }) {
  switch (word.kind) {
    case 'text':
      return word.text;
    case 'code':
      return <code>{word.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words words={word.words} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Words words={word.words} />
        </em>
      );
    case 'link':
      return <LinkView {...word} />;
  }
}

/** An address of the web is a link; another file of the folder is none here. */
function LinkView({ href, words }: Extract<Inline, { kind: 'link' }>) {
  if (!/^https?:/.test(URL.parse(href)?.protocol ?? '')) return <Words words={words} />;
  return (
    <Anchor inherit td="underline" href={href} target="_blank" rel="noopener noreferrer">
      <Words words={words} />
    </Anchor>
  );
}

/** Children by their places: a page never changes while it is shown. */
function listed<Part>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...parts.map(show));
}
