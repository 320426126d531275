import type { GoogleLink } from './google-link.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** One way to fetch a document: `types`: what counts as the document; any where it is an uploaded file. */
export type ExportPlan = { path: string; host: 'docs' | 'drive'; ending: string; types: readonly string[] | 'any' };

/** Ways to fetch what a link names, the best first; the next one is for what is too large in the one before. */
export function exportPlans(link: GoogleLink): ExportPlan[] {
  const { id } = link;
  const docs = (path: string, ending: string, types: readonly string[]): ExportPlan => ({
    path,
    host: 'docs',
    ending,
    types,
  });
  switch (link.kind) {
    case 'document': {
      const tab = link.tab === null ? '' : `&tab=${link.tab}`;
      const path = (format: string) => `/document/d/${id}/export?format=${format}${tab}`;
      return [
        docs(path('docx'), 'docx', [DOCX]),
        docs(path('md'), 'md', ['text/markdown', 'text/x-markdown', 'text/plain']),
        docs(path('txt'), 'txt', ['text/plain']),
      ];
    }
    case 'sheet': {
      const csv = docs(`/spreadsheets/d/${id}/export?format=csv${gidOf(link.gid)}`, 'csv', ['text/csv']);
      // Without a sheet in the link all of them are meant.
      return link.gid === null ? [docs(`/spreadsheets/d/${id}/export?format=xlsx`, 'xlsx', [XLSX]), csv] : [csv];
    }
    case 'slides':
      return [
        docs(`/presentation/d/${id}/export?format=pdf`, 'pdf', ['application/pdf']),
        docs(`/presentation/d/${id}/export?format=txt`, 'txt', ['text/plain']),
      ];
    case 'published_document':
      return [docs(`/document/d/e/${id}/pub`, 'html', ['text/html'])];
    case 'published_sheet': {
      const sheet = link.gid === null ? '' : `${gidOf(link.gid)}&single=true`;
      return [docs(`/spreadsheets/d/e/${id}/pub?output=csv${sheet}`, 'csv', ['text/csv'])];
    }
    case 'drive_file':
      return [{ path: `/uc?export=download&id=${id}`, host: 'drive', ending: 'bin', types: 'any' }];
  }
}

const gidOf = (gid: string | null) => (gid === null ? '' : `&gid=${gid}`);
