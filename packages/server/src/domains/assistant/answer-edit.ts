import type { ChannelSettings } from '@otvet/contract';
import { MAX_TURN_CHARACTERS } from './context/read-turn.ts';
import { handOverText } from './decision.ts';
import { chooseLocale } from './talk/detect-language.ts';
import { readAsMeant } from './talk/read-as-meant.ts';
import { wantsPerson } from './talk/wants-person.ts';

/**
 * What is said when the new words of an answered question ask for a person, as if they were a message; null where
 * they do not. `text` is the platform's: it is cut as that of a message is.
 */
export function answerEdit({ text, settings }: { text: string; settings: ChannelSettings }): string | null {
  const said = readAsMeant(text.slice(0, MAX_TURN_CHARACTERS).toWellFormed());
  if (!wantsPerson(said)) return null;
  const hints = { platformLanguage: null, earlier: [], accountLocale: 'ru' } as const;
  const locale = chooseLocale(said, { ...hints, aiLang: settings.aiLang });
  return handOverText({ settings, locale }, 'customer_asked');
}
