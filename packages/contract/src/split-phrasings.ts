/** The ways to ask that one cell of a table lists: one a line, or with a semicolon between them. */
export const splitPhrasings = (cell: string): string[] => cell.split(/[\n;]/).filter((part) => part.trim() !== '');
