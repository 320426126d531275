import { z } from 'zod';
import { id } from '../fields.ts';
import {
  lastImport,
  pairImportFlag,
  sheetImportResult,
  shownHash,
  spreadsheetHeader,
  spreadsheetInput,
  undoneImport,
} from '../pair-import.ts';
import { procedure } from './procedure.ts';

const SHEET_QUERY = ['url', 'sheet', 'questionColumn', 'answerColumn', 'phrasingsColumn', 'isFirstRowPair'];

/** Calls of the specification, section 7 "Channels" (upload), for pairs from a spreadsheet. */
export const spreadsheetRoutes = {
  checkHeader: procedure('manage_kb_qa', { rate: 'upload', query: [...SHEET_QUERY], spooledFile: 'file' })
    .route({
      method: 'POST',
      path: '/v1/upload/check-spreadsheet-header/',
      tags: ['spreadsheets'],
      summary: 'Whether a spreadsheet (`file`, or `url`) has columns for questions and answers, in Russian or English',
    })
    .input(spreadsheetInput)
    .output(spreadsheetHeader),
  importPairs: procedure('manage_kb_qa', {
    rate: 'upload',
    query: [...SHEET_QUERY, 'check', 'shownHash'],
    spooledFile: 'file',
  })
    .route({
      method: 'POST',
      path: '/v1/upload/upload-qa-spreadsheet/{kbId}/',
      tags: ['spreadsheets'],
      summary: 'Take in the pairs of a spreadsheet in one go, or with `check` say what would become of each row',
    })
    .input(spreadsheetInput.extend({ kbId: id, check: pairImportFlag, shownHash }))
    .output(sheetImportResult),
  lastImport: procedure('manage_kb_qa')
    .route({
      method: 'GET',
      path: '/v1/upload/last-qa-import/{kbId}/',
      tags: ['spreadsheets'],
      summary: 'The last import of pairs into a base, of a spreadsheet or a page: it can be taken back',
    })
    .input(z.strictObject({ kbId: id }))
    .output(z.object({ last: lastImport.nullable() })),
  undoImport: procedure('manage_kb_qa')
    .route({
      method: 'POST',
      path: '/v1/upload/undo-qa-import/{kbId}/',
      tags: ['spreadsheets'],
      summary:
        'Take the last import back: what it added goes, what it changed is as before, what was changed since stays',
    })
    .input(z.strictObject({ kbId: id, importId: z.uuid() }))
    .output(undoneImport),
};
