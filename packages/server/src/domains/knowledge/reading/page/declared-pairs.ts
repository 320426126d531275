import { z } from 'zod';
import { foldSpaces } from './page-blocks.ts';
import { type PageDocument, parsePage } from './page-nodes.ts';

/** FAQPage of https://schema.org/FAQPage (read 2026-11-23), alone, in a list or in a graph. */
const question = z.object({
  name: z.string().min(1),
  acceptedAnswer: z.union([z.object({ text: z.string() }), z.array(z.object({ text: z.string() }))]),
});
const faqPage = z.object({ '@type': z.unknown(), mainEntity: z.union([z.array(z.unknown()), z.unknown()]) });
const graph = z.object({ '@graph': z.array(z.unknown()) });

export type DeclaredPair = { question: string; answer: string };

const MAX_PAIRS = 500;

/** Questions and answers that the page declares for search engines, as plain text. */
export function readDeclaredPairs(document: PageDocument): DeclaredPair[] {
  const declared = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return declared.flatMap(({ textContent }) => listThings(parseJson(textContent)).flatMap(readFaq)).slice(0, MAX_PAIRS);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function listThings(value: unknown): unknown[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((each) => {
    const found = graph.safeParse(each);
    return found.success ? found.data['@graph'] : [each];
  });
}

function readFaq(thing: unknown): DeclaredPair[] {
  const page = faqPage.safeParse(thing);
  if (!page.success || !String(page.data['@type']).includes('FAQPage')) return [];
  const entries: unknown[] = Array.isArray(page.data.mainEntity) ? page.data.mainEntity : [page.data.mainEntity];
  return entries.flatMap((entry) => {
    const read = question.safeParse(entry);
    if (!read.success) return [];
    const [answer] = [read.data.acceptedAnswer].flat();
    const text = plainText(answer?.text ?? '');
    return text === '' ? [] : [{ question: plainText(read.data.name), answer: text }];
  });
}

/** Answers are often written in HTML. */
function plainText(html: string): string {
  return foldSpaces(html.includes('<') ? parsePage(html).body.textContent : html);
}
