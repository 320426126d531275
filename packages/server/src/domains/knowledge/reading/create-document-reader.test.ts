import { afterAll, expect, it } from 'vitest';
import { type Caller, createConfined } from '../../../platform/confined/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { makeDocx, paragraph } from '../testing/documents/make-docx.ts';
import { makePdf } from '../testing/documents/make-pdf.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { createDocumentReader, documentProcess } from './index.ts';

const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }), ...documentProcess });
const reader = createDocumentReader({ confined });
const caller: Caller = { lane: 'member', key: 'anna' };

afterAll(() => confined.close());

it('reads in a process of its own and says each page', async () => {
  const bytes = makePdf(
    Array.from({ length: 3 }, (_, at) => [
      { text: `${['Delivery', 'Payment', 'Returns'][at]} takes two days within the city.`, x: 50, y: 50 },
    ]),
  );
  const told: unknown[] = [];
  const result = await reader.read({ bytes, name: 'a.pdf', caller, onProgress: (progress) => told.push(progress) });
  expect(result).toMatchObject({ kind: 'read', document: { pages: 3, language: 'en' } });
  expect(told).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
});

it('gives a refusal as a value', async () => {
  const bytes = makeDocx('<w:p/>');
  expect(await reader.read({ bytes, name: 'a.docx', caller })).toEqual({ kind: 'refused', reason: 'no_text' });
  expect(await reader.read({ bytes, name: 'a.pdf', caller })).toEqual({ kind: 'refused', reason: 'wrong_type' });
});

// Each is small as a file, and within what may be unpacked.
it.each([
  ['a table of 60 MB', 'a.xlsx', () => makeXlsx([{ name: 'a', rows: [], after: '<x y="1"/>'.repeat(6_000_000) }])],
  ['a page of 10 MB', 'a.html', () => Buffer.from('<p>я</p>'.repeat(1_000_000))],
])(
  'what takes more than a document may is refused, and the next one is read: %s',
  { timeout: 120_000 },
  async (_what, name, make) => {
    const result = await reader.read({ bytes: make(), name, caller });
    expect(result).toEqual({ kind: 'refused', reason: 'too_large' });
    const next = await reader.read({ bytes: makeDocx(paragraph('Доставка')), name: 'b.docx', caller });
    expect(next).toMatchObject({ kind: 'read', document: { blocks: [{ text: 'Доставка' }] } });
  },
);
