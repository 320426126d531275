/** A paragraph as it stands in the file, before its style is looked up. */
export type WordParagraph = {
  kind: 'paragraph';
  text: string;
  styleId: string | undefined;
  /** Of a list; 0 takes a paragraph out of the list of its style. */
  listId: string | undefined;
  outline: number | undefined;
  isBold: boolean;
  /** Footnotes and endnotes that it speaks of. */
  notes: string[];
};
export type WordCell = { span: number; continuesAbove: boolean; blocks: WordBlock[] };
export type WordRow = { names: boolean; cells: WordCell[] };
export type WordTable = { kind: 'table'; rows: WordRow[] };
export type WordBlock = WordParagraph | WordTable;
