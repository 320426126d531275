import type { ChannelSettings, Locale } from '@otvet/contract';
import type { Config } from '../../../platform/config/config.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { createVendorFetch } from '../../../platform/outbound/index.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createIds, systemRandom } from '../../../platform/time/ids.ts';
import { startTestDatabase } from '../../../testing/start-test-database.ts';
import type { ClaimedTurn, TurnDecision } from '../../dialogs/index.ts';
import { createKnowledge } from '../../knowledge/index.ts';
import { noChannels } from '../../knowledge/testing/no-channels.ts';
import { createModelPort, createTurnDecider } from '../decide-turn.ts';
import { buildSettings } from './build-turn.ts';

export const samplePairs = [
  { question: 'Сколько стоит доставка курьером?', answer: 'Доставка курьером стоит 300 рублей.' },
  { question: 'Как вернуть товар?', answer: 'Вернуть товар можно в течение 14 дней, сохранив чек.' },
  { question: 'Какой у вас график работы?', answer: 'Мы работаем каждый день с 10:00 до 21:00.' },
  { question: 'Как оплатить заказ картой?', answer: 'Оплатите картой на сайте: https://shop.example/pay.' },
  { question: 'Есть ли гарантия на технику?', answer: 'Гарантия на технику — 2 года.' },
  { question: 'Do you ship to Canada?', answer: 'Yes, we ship to Canada in 7 days.' },
];

type Pair = { question: string; answer: string; phrasings?: string[] };
type Model = NonNullable<Config['model']>;
type DeciderOptions = {
  model?: Pick<Model, 'baseUrl'> & Partial<Model>;
  idleMs?: number;
  totalMs?: number;
  log?: { write(line: string): void };
};
type Ask = {
  settings?: Partial<ChannelSettings>;
  accountLocale?: Locale;
  signal?: AbortSignal;
  showsGreeting?: boolean;
  onTyping?: () => void;
};

/** The decider over a real base on a real database, asked the way the dialog asks it. */
export async function startDecider(pairs: Pair[] = samplePairs) {
  const database = await startTestDatabase({ kind: 'embedded' });
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const log = createLog({ level: 'silent' });
  const knowledge = createKnowledge({ pool: database.pool, clock: systemClock, newId, log, channels: noChannels });
  const accountId = newId();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Магазин' });
  await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });

  function build(options: DeciderOptions = {}) {
    const destination = options.log ?? { write: () => undefined };
    const config = options.model && {
      provider: 'openai-compatible' as const,
      apiKey: 'sk-secret-key',
      name: 'main-model',
      fallbackName: undefined,
      ...options.model,
    };
    const decide = createTurnDecider({
      knowledge,
      model: createModelPort(config, {
        fetch: createVendorFetch({ clock: systemClock }),
        clock: systemClock,
        ...(options.idleMs ? { idleMs: options.idleMs } : {}),
      }),
      clock: systemClock,
      random: systemRandom,
      log: createLog({ level: 'info', destination }),
      ...(options.totalMs ? { modelTotalMs: options.totalMs } : {}),
    });
    return (turn: ClaimedTurn, ask: Ask = {}): Promise<TurnDecision> =>
      decide({
        turn,
        settings: buildSettings({ knowledgeBaseId, ...ask.settings }),
        accountId,
        accountLocale: ask.accountLocale ?? 'ru',
        signal: ask.signal ?? new AbortController().signal,
        ...(ask.showsGreeting ? { showsGreeting: true } : {}),
        ...(ask.onTyping ? { onTyping: ask.onTyping } : {}),
      });
  }

  return { build, knowledge, accountId, knowledgeBaseId, newId, close: () => database.close() };
}

export type StartedDecider = Awaited<ReturnType<typeof startDecider>>;
