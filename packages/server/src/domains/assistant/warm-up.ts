import { initialChannelSettings } from '@otvet/contract';
import { giveWay } from '../../platform/time/give-way.ts';
import type { ClaimedTurn } from '../dialogs/index.ts';
import type { TurnInput } from './decide-turn.ts';

/** Of each kind that an answer has rules for: a price, hours, a place, a phone, how long, who, two at once, a call, a follow-up. */
const QUESTIONS = [
  ...[
    'Здравствуйте',
    'сколько стоит доставка?',
    'до скольки вы работаете в субботу?',
    'где вы находитесь',
    'номер телефона',
  ],
  ...[
    'сколько времени занимает стрижка',
    'когда занятия у детей',
    'с какого возраста',
    'есть ли парковка и сколько стоит доставка?',
  ],
  ...[
    'шлем дают?',
    'без прививок возьмёте?',
    'а за город?',
    'где мой заказ',
    'позовите оператора',
    'диван 140 × 200',
    'какие цены?',
  ],
  ...[
    'how much is delivery?',
    'when are you open',
    'phone',
    'do you take cards?',
    'how long does it take',
    'skolko stoit dostavka',
  ],
];
/** The engine prepares a pattern when it is used first, and again for speed when it is used more. */
const ROUNDS = 2;

export const SAMPLES = [
  { kind: 'qa' as const, question: 'Сколько стоит доставка?', body: '300 ₽ по городу, за городом 500 ₽.' },
  { kind: 'qa' as const, question: 'Есть ли парковка?', body: 'Да, бесплатная, во дворе.' },
  {
    kind: 'file' as const,
    question: 'О нас',
    heading: 'О нас',
    body: 'Работаем пн–пт с 9:00 до 20:00, сб с 10 до 18. Адрес: Казань, улица Баумана, 12. Телефон: +7 843 555-10-10. Акция до 1 мая 2099 года: скидка 10 %.',
  },
  {
    kind: 'file' as const,
    question: 'Цены',
    heading: 'Цены',
    body: 'Стрижка — 1500 ₽\nОкрашивание — 4000 ₽\nДиван 140×200 — 45 000 ₽',
  },
  {
    kind: 'page' as const,
    question: 'Расписание',
    heading: 'Расписание',
    body: 'Дети с 4 лет: вторник и четверг в 17:00. Стрижка занимает 40 минут. Животных без прививок не принимаем. We take Visa. Open daily 9am to 6pm. Delivery is $5.',
  },
];

type Decide = (input: TurnInput) => Promise<unknown>;
type WarmUp = (decide: Decide, options: { now: Date; signal: AbortSignal }) => Promise<void>;

/**
 * Asks a base of samples what customers ask, right after a start: else the first of them would wait for some hundreds of patterns,
 * each of which takes the engine several milliseconds to prepare. Once for each of what this returns, with room for others between
 * two questions.
 */
export function createWarmUp(): WarmUp {
  let isWarm = false;
  return async (decide, { now, signal }) => {
    if (isWarm) return;
    isWarm = true;
    for (const text of [...Array(ROUNDS)].flatMap(() => QUESTIONS)) {
      if (signal.aborted) return;
      await decide({
        ...{
          turn: turnOf(text, now),
          settings: { ...initialChannelSettings, name: '', knowledgeBaseId: NOBODY },
          signal,
        },
        ...{ accountId: NOBODY, accountLocale: 'ru' },
      });
      await giveWay();
    }
  };
}

/** The patterns are the engine's, so once for each process. */
export const warmUp = createWarmUp();

const NOBODY = '00000000-0000-0000-0000-000000000000';

const turnOf = (text: string, now: Date): ClaimedTurn => ({
  ...{
    accountId: NOBODY,
    dialogId: NOBODY,
    channelId: NOBODY,
    chatId: '',
    epoch: 1,
    turnSeq: 1,
    dueAt: now,
    attempt: 1,
  },
  ...{ isGroup: false, language: null, context: null, handedOverAt: null, waitingSince: null, customerAt: null },
  ...{ isOfferOver: false, allowance: 'ok', history: [] },
  turn: [
    {
      ...{ seq: 1, author: 'customer', text, attachmentTypes: [], replyText: null, createdAt: now },
      ...{ decision: null, reason: null, sources: [], choices: [] },
    },
  ],
});
