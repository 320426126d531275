import { translateOr, type useTexts } from '../../platform/texts/texts.ts';

const quoted = { ru: ['«', '»'], en: ['“', '”'] } as const;

/** Questions in the customer's words, as a sentence names them: «сауна» и «парковка». */
export function quoteQuestions(questions: readonly string[], locale: keyof typeof quoted): string {
  const [begin, end] = quoted[locale];
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    questions.map((question) => `${begin}${question.trim().replace(/(?<![\s?!.,])[\s?!.,]+$/u, '')}${end}`),
  );
}

type Words = Pick<ReturnType<typeof useTexts>, 't' | 'locale'>;

/** Why a person is called, as a clause: what was left open, else the reason by its name. */
export function sayReason(reason: string | null, open: readonly string[], { t, locale }: Words): string {
  if (open.length > 0) return t('dialogs.left_open', { questions: quoteQuestions(open, locale) });
  return translateOr(`dialogs.handover.${reason}`, 'dialogs.handover.other');
}
