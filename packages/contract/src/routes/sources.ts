import { z } from 'zod';
import { id, pageLimit, pageOffset, text } from '../fields.ts';
import {
  checkPeriods,
  fileHint,
  knowledgeSource,
  knownFile,
  refusedFile,
  sourceChanges,
  sourceLink,
  sourcePassage,
} from '../knowledge-sources.ts';
import { limits } from '../limits.ts';
import { procedure } from './procedure.ts';

const QUERY = ['fileHint'] as const;
const OF_FILES = [...QUERY, 'replaces'] as const;

/** Calls of the specification, section 7 "Channels" (upload) and "Learning", for what a base is taught from. */
export const sourceRoutes = {
  uploadDocument: procedure('manage_kb_files', { rate: 'upload', query: OF_FILES, manyFiles: 'file' })
    .route({
      method: 'POST',
      path: '/v1/upload/document/{kbId}/',
      tags: ['sources'],
      summary:
        'Teach a base from files: the field `file`, up to 10 times. One that is there already is read anew, under the name that it has where only its content is the same (`known`); with `replaces` one file takes the place of that source, whatever its name',
    })
    .input(
      z.strictObject({
        kbId: id,
        file: z.array(z.file().max(limits.sourceBytes, 'too_large')).min(1).max(limits.sourceFiles, 'too_many'),
        fileHint,
        replaces: id.optional(),
      }),
    )
    .output(z.object({ sources: z.array(knowledgeSource), refused: z.array(refusedFile), known: z.array(knownFile) })),
  addGoogleLink: procedure('manage_kb_urls', { rate: 'platform', query: QUERY })
    .route({
      method: 'POST',
      path: '/v1/upload/google-link/{id}/',
      tags: ['sources'],
      summary: 'Teach a base from a Google document or sheet that everybody with the link may read',
    })
    .input(z.strictObject({ id, url: sourceLink, fileHint }))
    .output(knowledgeSource),
  addPage: procedure('manage_kb_urls', { rate: 'platform', query: QUERY })
    .route({
      method: 'POST',
      path: '/v1/upload/url-parsing/{id}/',
      tags: ['sources'],
      summary: 'Teach a base from one public page, or a document at its address',
    })
    .input(z.strictObject({ id, url: sourceLink, fileHint }))
    .output(knowledgeSource),
  all: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/upload/files/{id}/',
      tags: ['sources'],
      summary: 'What a base is taught from, newest first',
    })
    .input(z.strictObject({ id, limit: pageLimit(limits.listMax), offset: pageOffset }))
    .output(
      z.object({
        sources: z.array(knowledgeSource),
        count: z.number().int(),
        /** Whether a model of the server sees images; without one pictures are refused. */
        readsPictures: z.boolean(),
      }),
    ),
  passages: procedure('view_kb', { rate: 'search' })
    .route({
      method: 'GET',
      path: '/v1/upload/passages/{id}/',
      tags: ['sources'],
      summary:
        'A source and what was understood of it, in its order: all of it, the page that holds `passageId`, or what contains `search`',
    })
    .input(
      z.strictObject({
        id,
        passageId: id.optional(),
        search: text(500).default(''),
        limit: pageLimit(50),
        offset: pageOffset,
      }),
    )
    .output(
      z.object({
        source: knowledgeSource,
        passages: z.array(sourcePassage),
        count: z.number().int(),
        offset: z.number().int(),
        /** Where its file is fetched; null for a link. */
        fileUrl: z.string().nullable(),
        /** Null of a source that did not change since it was added. */
        changes: sourceChanges.nullable(),
      }),
    ),
  passage: procedure('view_kb')
    .route({
      method: 'GET',
      path: '/v1/upload/passage/{id}/',
      tags: ['sources'],
      summary: 'A passage that an answer stands on, and the source that it belongs to',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ source: knowledgeSource, passage: sourcePassage })),
  readAgain: procedure('manage_kb_files', { rate: 'platform' })
    .route({
      method: 'POST',
      path: '/v1/upload/read-again/{id}/',
      tags: ['sources'],
      summary:
        'Try a source that failed once more, or look now whether a link has changed; a link needs its own permission',
    })
    .input(z.strictObject({ id }))
    .output(knowledgeSource),
  setCheck: procedure('manage_kb_urls')
    .route({
      method: 'PUT',
      path: '/v1/upload/check-every/{id}/',
      tags: ['sources'],
      summary: 'How often a link is looked at by itself',
    })
    .input(z.strictObject({ id, checkEvery: z.enum(checkPeriods) }))
    .output(knowledgeSource),
  remove: procedure('manage_kb_files')
    .route({
      method: 'DELETE',
      path: '/v1/upload/{id}/',
      successStatus: 201,
      tags: ['sources'],
      summary: 'Remove a source with all that was understood of it; a link needs its own permission',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
};
