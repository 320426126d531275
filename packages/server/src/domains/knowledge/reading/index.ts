export {
  createDocumentReader,
  type DocumentFile,
  type DocumentReader,
  documentProcess,
} from './create-document-reader.ts';
export { cutPassages } from './cut-passages.ts';
export type { DocumentRefusal, DocumentResult, PassageDraft, ReadDocument } from './document.ts';
export { textOf } from './text-of-block.ts';
