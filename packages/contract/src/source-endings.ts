const sheets = ['csv', 'xls', 'xlsx'] as const;
/** Endings of documents that knowledge is read from, in small letters. */
export const documentEndings = ['pdf', 'docx', 'txt', 'md', 'html', 'htm', ...sheets] as const;
const pictures = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;
/** Endings of all files that knowledge is read from: documents, and pictures where a model reads them. */
export const sourceEndings = [...documentEndings, ...pictures] as const;

const hasEnding = (name: string, endings: readonly string[]): boolean => endings.includes(readEnding(name));

/** What stands behind the last dot of a name, in small letters; empty where it is no ending. */
export const readEnding = (name: string): string => /\.([a-z]{2,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';

export const isSourceName = (name: string): boolean => hasEnding(name, sourceEndings);
export const isDocumentName = (name: string): boolean => hasEnding(name, documentEndings);
/** Pictures that are read, by the ending of their name; what the bytes are is judged when they are decoded. */
export const isPictureName = (name: string): boolean => hasEnding(name, pictures);
export const isSheetName = (name: string): boolean => hasEnding(name, sheets);
