import type { DocumentRefusal } from '../reading/document.ts';

/** A row as people see it: values as they are shown, its number from 1. */
export type SheetRow = { row: number; cells: string[] };
/** `name`: null where the format has no names. Rows without a value are left out. */
export type Sheet = { name: string | null; rows: SheetRow[] };
export type SheetsResult = { kind: 'read'; sheets: Sheet[] } | { kind: 'refused'; reason: DocumentRefusal };

export type SheetFile = { accountId: string; bytes: Buffer; name: string; charset?: string | undefined };
/** Reads the rows of a spreadsheet, within bounds. */
export type ReadSheets = (file: SheetFile) => Promise<SheetsResult>;
