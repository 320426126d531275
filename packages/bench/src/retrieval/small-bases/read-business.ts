import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cutDocument } from '../../../../server/src/domains/knowledge/reading/cut-job.ts';
import type { Passage } from '../../../../server/src/domains/knowledge/retrieval/passage-index/index-state.ts';
import { questionOf } from '../../../../server/src/domains/knowledge/sources/swap-passages.ts';
import type { PassageText } from '../../../../server/src/domains/knowledge/store.ts';

/** `says`: words that the right answer has. */
export type AnswerableQuestion = { text: string; says: string };

export type Business = {
  name: string;
  /** Constants were chosen on the others; only the figures of these are reported. */
  isAside: boolean;
  passages: Passage[];
  /** What a customer is told of each passage, by its id. */
  texts: Map<string, PassageText>;
  answerable: AnswerableQuestion[];
  unanswerable: string[];
};

const folder = fileURLToPath(new URL('./businesses/', import.meta.url));
const chosenOn = new Set(['car-service', 'dentist', 'flowers-en', 'furniture']);

/** Small bases of made-up businesses, with what their customers might write: what the base answers, and what it cannot. */
export async function readBusinesses(): Promise<Business[]> {
  const names = readdirSync(folder).toSorted();
  return await Promise.all(names.map((name) => readBusiness(name)));
}

async function readBusiness(file: string): Promise<Business> {
  const name = file.replace('.txt', '');
  const sections = readFileSync(`${folder}${file}`, 'utf8').split(/^@@ /m).slice(1);
  const business: Business = {
    name,
    isAside: !chosenOn.has(name),
    passages: [],
    texts: new Map(),
    answerable: [],
    unanswerable: [],
  };
  for (const section of sections) {
    const [head = '', ...lines] = section.split('\n');
    const filled = lines.filter((line) => line.trim() !== '');
    if (head === 'pairs') add(business, filled.map(readPair));
    else if (head === 'answerable') business.answerable = filled.map(readAnswerable);
    else if (head === 'unanswerable') business.unanswerable = filled;
    else if (head.startsWith('file ')) add(business, await readFile(head.slice(5), lines.join('\n')));
    else throw new Error(`${file}: ${head} is no section`);
  }
  return business;
}

function add({ passages, texts }: Business, added: PassageText[]): void {
  for (const text of added) {
    const { id, kind, question, body, phrasings } = text;
    texts.set(id, text);
    passages.push({ id, kind, question, text: body, ...(phrasings !== '' && { phrasings: phrasings.split('\n') }) });
  }
}

/** "question | another phrasing => answer". */
function readPair(line: string, place: number): PassageText {
  const [asked = '', body = ''] = line.split(' => ');
  const [question = '', ...phrasings] = asked.split(' | ');
  const id = `pair ${place}`;
  return {
    id,
    kind: 'qa',
    question,
    phrasings: phrasings.join('\n'),
    body,
    photos: [],
    sourceName: null,
    heading: null,
  };
}

function readAnswerable(line: string): AnswerableQuestion {
  const [text = '', says = ''] = line.split(' => ');
  return { text, says };
}

/** As the reading of an uploaded file does. */
async function readFile(name: string, text: string): Promise<PassageText[]> {
  const result = await cutDocument(Buffer.from(text), { name }, () => undefined);
  if (result.kind === 'refused') throw new Error(`${name} was refused: ${result.reason}`);
  const title = result.document.title ?? name;
  return result.passages.map((draft, place) => ({
    ...{ id: `${name} ${place}`, kind: 'file', body: draft.text, phrasings: '', photos: [], sourceName: name },
    question: questionOf(draft, { hint: '', title }),
    heading: draft.trail.at(-1) ?? null,
  }));
}
