/**
 * Where a piece stands in its document, so that it can be opened there. `page`: of a PDF, from 1. `sheet` and `row`: of a
 * spreadsheet; the row as people count it, from 1, with `lastRow` and the row of each line of its text where the piece has
 * several. `anchor`: id of the nearest heading of a web page.
 */
export type DocumentPlace = {
  page?: number;
  sheet?: string;
  row?: number;
  lastRow?: number;
  lineRows?: number[];
  anchor?: string;
};

/** A piece of a document in reading order. Texts are plain, without markup. */
export type DocumentBlock =
  | { kind: 'heading'; level: number; text: string; place: DocumentPlace }
  | { kind: 'paragraph'; text: string; place: DocumentPlace }
  | { kind: 'list'; items: string[]; place: DocumentPlace }
  /** `header`: null where no row names the columns. `place` is that of the first row. */
  | { kind: 'table'; header: string[] | null; rows: string[][]; place: DocumentPlace };

/** What was read of a file or a page. `pages`: pages of a PDF, sheets of a spreadsheet, else 1. */
export type ReadDocument = {
  title: string | null;
  /** As detected; null where too little was written. */
  language: 'ru' | 'en' | null;
  pages: number;
  blocks: DocumentBlock[];
  /** Pages of a PDF that are damaged, or whose letters its fonts do not name, while others could be read. */
  unreadPages?: number[] | undefined;
  /** It holds a saved chat, of which only what answers everybody is left. */
  isChat?: boolean | undefined;
};

/**
 * Why a document was not taken. `wrong_type`: not what its name says, or no format that is read. `too_large`: bytes, pages,
 * rows or what it unpacks to. `password`: it opens with a password only. `damaged`: cut off or broken. `no_text`: it opens,
 * and there is nothing to read (a scan, an empty file). `no_answers`: a saved chat that answers nobody else.
 */
export const documentRefusals = ['wrong_type', 'too_large', 'password', 'damaged', 'no_text', 'no_answers'] as const;
export type DocumentRefusal = (typeof documentRefusals)[number];

export type DocumentResult = { kind: 'read'; document: ReadDocument } | { kind: 'refused'; reason: DocumentRefusal };

/** A piece that is found and quoted by itself: the headings above it, outermost first, and its text. */
export type PassageDraft = { trail: string[]; text: string; place: DocumentPlace };

/** A document that was cut at once: what is said of it, and its pieces. */
export type CutResult =
  | {
      kind: 'read';
      /** `isConversation`: it looks as if people had talked with each other there. */
      document: Pick<ReadDocument, 'title' | 'language' | 'pages' | 'unreadPages'> & { isConversation?: boolean };
      passages: PassageDraft[];
    }
  | { kind: 'refused'; reason: DocumentRefusal };
