import { readXml } from '../archive/read-xml.ts';
import type { WordParagraph } from './word-parts.ts';

type Style = { name: string; basedOn: string | undefined; outline: number | undefined; isList: boolean };

export type WordStyles = {
  /** 1 is the outermost; undefined for what is no heading. */
  headingLevel(paragraph: WordParagraph): number | undefined;
  isListItem(paragraph: WordParagraph): boolean;
};

const MAX_CHAIN = 20;
/** Without a heading among its styles: the level that stands for body text. */
const BODY_TEXT = 9;
const HEADING_NAME = /^(?:heading|заголовок) ?([1-9])$/i;

/** Styles by what they are and what they are made from. Programs translate the names that people see, not those in the file. */
export async function readWordStyles(chunks: AsyncIterable<Buffer>): Promise<WordStyles> {
  const styles = new Map<string, Style>();
  let open: Style | undefined;
  await readXml(chunks, {
    open({ name, attributes }) {
      if (name === 'style') {
        open = { name: '', basedOn: undefined, outline: undefined, isList: false };
        styles.set(attributes.styleId ?? '', open);
      }
      if (open === undefined) return;
      const { val } = attributes;
      if (name === 'name') open.name = val ?? '';
      if (name === 'basedOn') open.basedOn = val;
      if (name === 'outlineLvl') open.outline = Number(val);
      if (name === 'numId') open.isList = val !== '0';
    },
    close({ name }) {
      if (name === 'style') open = undefined;
    },
  });
  return {
    headingLevel: (paragraph) => levelOf(paragraph, chainOf(styles, paragraph.styleId)),
    isListItem({ listId, styleId }) {
      if (listId !== undefined) return listId !== '0';
      return chainOf(styles, styleId).some(({ isList, name }) => isList || /^list (?:bullet|number)/i.test(name));
    },
  };
}

function chainOf(styles: Map<string, Style>, styleId: string | undefined): Style[] {
  const chain: Style[] = [];
  let style = styleId === undefined ? undefined : styles.get(styleId);
  while (style !== undefined && chain.length < MAX_CHAIN) {
    chain.push(style);
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return chain;
}

function levelOf({ outline }: WordParagraph, chain: Style[]): number | undefined {
  const outlines = [outline, ...chain.map((style) => style.outline)];
  const own = outlines.find((level) => level !== undefined);
  if (own !== undefined) return own >= 0 && own < BODY_TEXT ? own + 1 : undefined;
  for (const { name } of chain) {
    if (/^(?:title|название)$/i.test(name)) return 1;
    const level = HEADING_NAME.exec(name)?.[1];
    if (level !== undefined) return Number(level);
  }
  return undefined;
}
