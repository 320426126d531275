export {
  createDocumentReader,
  type DocumentFile,
  type DocumentReader,
  documentProcess,
  previewProcess,
} from './create-document-reader.ts';
export type { DocumentRefusal, ReadDocument } from './document.ts';
export { textOf } from './text-of-block.ts';
