import { describe, expect, it } from 'vitest';
import { cleanText } from '../../packages/contract/src/index.ts';
import { readTranscription } from '../../packages/server/src/domains/assistant/pictures/read-transcription.ts';
import { detectScript, isWrongLanguage } from '../../packages/server/src/domains/assistant/talk/detect-language.ts';
import { readSmallTalk } from '../../packages/server/src/domains/assistant/talk/small-talk.ts';
import { wantsPerson } from '../../packages/server/src/domains/assistant/talk/wants-person.ts';
import { cleanAnswer } from '../../packages/server/src/domains/assistant/writing/clean-answer.ts';
import { findUnfoundedFigures } from '../../packages/server/src/domains/assistant/writing/figures-guard.ts';
import { parseModelAnswer } from '../../packages/server/src/domains/assistant/writing/parse-model-answer.ts';
import {
  isQuestion,
  tidyQuestion,
} from '../../packages/server/src/domains/knowledge/reading/page/pairs/is-question.ts';
import { redactText } from '../../packages/server/src/platform/log/redact.ts';
import { cleanName } from '../../packages/server/src/platform/storage/clean-name.ts';
import { splitLinks } from '../../packages/web/src/features/inbox/model/split-links.ts';
import { findAttack } from './patterns/find-attack.ts';

/** Beginnings of what these readers look for, which an attacker repeats and never ends. */
const PUMPS = [
  ...[
    '[a](',
    '![',
    '](',
    '<!--',
    '<script>',
    '</script',
    '<a',
    '<think>',
    '{',
    '{"text":"',
    '\\"',
    '```',
    '**',
    '#',
    '\n ',
  ],
  ...[
    'a',
    'я',
    '1',
    ' ',
    '.',
    ',',
    '-',
    '@',
    'a@',
    'a@b.',
    'a.',
    '1.',
    '1 ',
    '+7',
    '+1(',
    '/',
    '//',
    'http://',
    'www.',
  ],
  ...[
    'eyJ-',
    'eyJa.',
    'bearer ',
    'sk-',
    '?key',
    'key',
    '&token=',
    '://a:',
    '12345678:',
    '😀',
    '\u200d',
    'data:',
    'позови ',
  ],
];
/** What stands around them: a reader that looks ahead begins with the second. */
const FRAMES = [
  ['', '\u0000!'],
  ['?', '=&'],
];
const attacks = (length: number) =>
  PUMPS.flatMap((pump) =>
    FRAMES.map(([begin, end]) => `${begin}${pump.repeat(Math.ceil(length / pump.length)).slice(0, length)}${end}`),
  );

const READERS: Record<string, (text: string) => unknown> = {
  cleanAnswer,
  cleanName: (text) => cleanName(text, undefined),
  cleanText,
  detectScript,
  isQuestion: (text) => isQuestion(tidyQuestion(text)),
  findUnfoundedFigures: (text) => findUnfoundedFigures(text, [text.slice(1)]),
  isWrongLanguage: (text) => isWrongLanguage(text, { aiLang: 'all', customerText: text }),
  parseModelAnswer,
  readSmallTalk,
  readTranscription,
  redactText,
  splitLinks,
  wantsPerson,
};

describe('the readers of outside text', () => {
  it.each(Object.entries(READERS))('%s costs no more than its text is long', { timeout: 60_000 }, (_name, read) => {
    expect(findAttack(read, attacks)).toBeUndefined();
  });
});
