import { hash } from 'node:crypto';
import { foldQuestion } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';

const EXAMPLES = [
  'Сколько стоит доставка?',
  '  сколько\u00a0стоит \t\r\n доставка!!! ',
  'СКОЛЬКО – СТОИТ — ДОСТАВКА…',
  'Сколько стоит «ёлочка»?',
  'сколько стоит „ЕЛОЧКА“',
  'Ёлочка'.normalize('NFD'),
  'экспресс-доставка / самовывоз (бесплатно): "да", “нет”; \'может\'',
  'What’s your address?',
  "What's your address?",
  'Чините C++?',
  'Чините C#?',
  'Лифт есть? 🙂',
  'Лифт есть? 👩‍👧 ❤️',
  '🙂',
  '?',
  '«…» — !',
  'İstanbul’a kargo ΟΔΟΣ ὈΔΥΣΣΕΎΣ straße STRASSE',
  'Café É Ў І Ї Ґ Ә Ω Å Ǆ',
  '100 ₽ 5 % № 7 24/7 10–12',
  'тонкий\u2009пробел\u2003и\u3000и\u2028и\u0085и\u200bи\ufeffи\u00adи',
];
/** What people write: Latin, Greek, Cyrillic and Armenian letters, signs of punctuation, arrows, pictures. */
const BLOCKS = [
  [0x01, 0x58f],
  [0x1e00, 0x1fff],
  [0x2000, 0x2bff],
  [0x3000, 0x30ff],
  [0x1f300, 0x1faff],
] as const;
/** Databases do not agree on these: rare spaces, and letters in circles. */
const UNSURE = /[\u2007\u202f\u24b6-\u24cf]/u;

describe.each(['server', 'embedded'] as const)('what is asked in a question, on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  /** Those that the database folds otherwise than `foldQuestion` does. */
  async function listOthers(questions: readonly string[]) {
    const { rows } = await database.pool.query<{ asked: string }>(
      'select question_asked(one) as asked from unnest($1::text[]) with ordinality as each (one, place) order by place',
      [questions],
    );
    const digests = rows.map(({ asked }) => asked.replaceAll('-', ''));
    return questions.filter((question, at) => hash('md5', foldQuestion(question)) !== digests[at]);
  }

  it('risk: a list and a sheet, judged here, and the editor, which asks the database, have two rules', async () => {
    expect(await listOthers(EXAMPLES)).toEqual([]);
  });

  it('risk: one character is folded in one place only', async () => {
    const characters = BLOCKS.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    ).filter((character) => !UNSURE.test(character));
    expect(await listOthers(characters.map((character) => `а${character}б ${character}`))).toEqual([]);
  });
});
