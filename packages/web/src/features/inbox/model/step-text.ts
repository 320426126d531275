import type { Locale } from '@otvet/contract';
import { quoteQuestions } from '../../../components/ui/say-reason.ts';
import { formatShare } from '../../../platform/format/format-share.ts';
import type { TextKey, Translate } from '../../../platform/texts/text-key.ts';

const wholeSteps: Record<string, TextKey> = {
  'small talk': 'debug.step.small_talk',
  'customer asks for a person': 'debug.step.person',
  'customer asks whether a robot answers': 'debug.step.robot',
  'questions of the base are offered': 'debug.step.offered',
  'choice of an offered question': 'debug.step.choice',
  'no knowledge base': 'debug.step.no_base',
  'no model: quota': 'debug.step.model_used_up',
  'no model: plan': 'debug.step.model_ended',
  'the question names another thing': 'debug.step.doubt.other_thing',
  'the question is not what is written about': 'debug.step.doubt.other_advert',
  'the question has another subject': 'debug.step.doubt.other_subject',
  'the question asks for a price alone': 'debug.step.doubt.price',
  'the question asks for another figure': 'debug.step.doubt.other_figure',
  'the question asks of nothing': 'debug.step.doubt.nothing',
  'the question asks the opposite': 'debug.step.doubt.opposite',
  'the question asks of an own order': 'debug.step.doubt.own_order',
};

const stepHeads: readonly [head: string, key: TextKey][] = [
  ['cannot read: ', 'debug.step.cannot_read'],
  ['retrieval with the question before: ', 'debug.step.retrieval_before'],
  ['retrieval: ', 'debug.step.retrieval'],
  ['extractive: ', 'debug.step.extractive'],
  ['model ', 'debug.step.model'],
];

const SEARCH = 'retrieval';

/** Whether the base was searched at all: small talk and a call for a person need nothing of it. */
export const hasSearched = (steps: readonly string[]): boolean => steps.some((step) => step.startsWith(SEARCH));

type Reader = { t: Translate; locale: Locale };

/** A search for one of several questions: what came of it, and the question, in the words of the customer. */
const ofQuestion = /^retrieval: (.+?), of ([\s\S]+)$/;

/** A step of the debug record in the language of the reader; one that this build does not know stays as it is. */
export function stepText(step: string, { t, locale }: Reader): string {
  const whole = wholeSteps[step];
  if (whole !== undefined) return t(whole);
  const [, detail, question] = ofQuestion.exec(step) ?? [];
  if (detail !== undefined && question !== undefined)
    return t('debug.step.retrieval_of', {
      question: quoteQuestions([question], locale),
      detail: detailText(detail, { t, locale }),
    });
  const known = stepHeads.find(([head]) => step.startsWith(head));
  return known === undefined ? step : t(known[1], { detail: detailText(step.slice(known[0].length), { t, locale }) });
}

const kinds = ['answer', 'clarify', 'refuse', 'hand-over', 'silent'] as const;
const detailPattern = /^([a-z-]+)(?:, confidence ([\d.]+))?$/;

function detailText(detail: string, { t, locale }: Reader): string {
  const match = detailPattern.exec(detail);
  const kind = kinds.find((name) => name === match?.[1]);
  if (kind === undefined) return detail;
  const outcome = t(`dialogs.decision.${kind}`).toLocaleLowerCase();
  const confidence = match?.[2];
  return confidence === undefined
    ? outcome
    : `${outcome}, ${t('debug.confidence', { value: formatShare(Number(confidence), locale) }).toLocaleLowerCase()}`;
}
