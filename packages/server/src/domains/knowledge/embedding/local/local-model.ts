import { basename, isAbsolute, join, resolve } from 'node:path';

/** Which model of sentences runs on this server: one of a hub, which is fetched, or one that lies in a folder of the host. */
export type LocalModel = { name: string; folder: string } & (
  | { kind: 'hub'; repository: string; revision: string; aboutBytes: number | null }
  | { kind: 'folder' }
);

/** What is fetched of the default model, for people who have not asked the hub yet; from its pages, read 2026-11-25. */
const ABOUT_BYTES: Record<string, number> = { 'Xenova/multilingual-e5-small': 135_000_000 };
const MAIN = 'main';

/** `setting`: `owner/name`, `owner/name@revision`, or the path of a folder. */
export function describeModel(setting: string, dataDir: string): LocalModel {
  if (isFolder(setting)) return { kind: 'folder', name: basename(setting), folder: resolve(setting) };
  const [repository = '', revision = MAIN] = setting.split('@');
  const folder = join(dataDir, 'models', `${repository}@${revision}`.replaceAll('/', '--'));
  const aboutBytes = ABOUT_BYTES[repository] ?? null;
  return { kind: 'hub', name: setting, folder: resolve(folder), repository, revision, aboutBytes };
}

export const isFolder = (setting: string): boolean => isAbsolute(setting) || /^\.\.?[\\/]/.test(setting);

/** How a family of models wants its texts marked, and how its words become one vector: of all of them the mean, or the first. */
export type ModelFamily = { query: string; passage: string; pooling: 'mean' | 'first' };

/** From the cards of the models at https://huggingface.co, read 2026-11-25. The first that fits. */
const families: (ModelFamily & { name: RegExp })[] = [
  {
    name: /e5-(?:small|base|large)-instruct/i,
    query: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
    passage: '',
    pooling: 'mean',
  },
  { name: /(?:^|[-_/])e5(?:[-_]|$)/i, query: 'query: ', passage: 'passage: ', pooling: 'mean' },
  { name: /bge-m3|rubert-tiny|gte-multilingual|snowflake-arctic/i, query: '', passage: '', pooling: 'first' },
  {
    name: /bge-(?:small|base|large)-en/i,
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
    pooling: 'first',
  },
];
const usual: ModelFamily = { query: '', passage: '', pooling: 'mean' };

export function familyOf(name: string): ModelFamily {
  return families.find((family) => family.name.test(name)) ?? usual;
}
