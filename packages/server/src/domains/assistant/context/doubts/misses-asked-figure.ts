import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import type { FoundPassage } from '../../../knowledge/index.ts';

/** What a question asks a figure of, and how that figure is written, in digits or in words. */
const FIGURES = [
  {
    asks: /(?<!\p{L})(?:во сколько|(?:до|со?) скольки(?! (?:лет|возраст|хран))|в котором часу|в какое время|what time)(?!\p{L})/iu,
    says: /\p{N}[:.]\p{N}{2}|\p{N} ?[ap]\.?m(?!\p{L})|(?<!\p{L})(?:с|в|до|к|после|at|from|till|until|by) \p{N}|круглосуточно|24\/7|\p{N} ?[-–—] ?\p{N}|(?<!\p{L})(?:утра|вечера|ночи|дня|утром|вечером|полдень|полночь|noon|midnight|morning|evening)(?!\p{L})/iu,
  },
  {
    asks: /(?<!\p{L})(?:(?:сколько|как долго) (?:действ|действител|хран|служ|держ|год(?:ен|на|ны))\p{L}*|срок (?:действия|годности|хранения|службы)|how long (?:is|are|does|do) .{1,30}(?:valid|last|keep))(?!\p{L})/iu,
    says: /бессрочн|полгода|(?<!\p{L})(?:год(?:а|у)?|лет|месяц\p{L}*|недел\p{L}+|дн(?:я|ей|и)|день|сут(?:ки|ок)|час\p{L}*|years?|months?|weeks?|days?|hours?)(?!\p{L})/iu,
  },
  {
    asks: /(?<!\p{L})до (?:как(?:ого|ой)|скольки) (?:возраст|лет)/iu,
    says: /(?<!\p{L})(?:до|младше|не старше) \p{L}*\p{N}|(?<!\p{L})до \p{L}{3,} лет|\p{N}\s?[-–—]\s?\p{N}/iu,
  },
];
/** How long something may rest is not how long it holds. */
const FROZEN = /замор[оа]|приостан|на паузу|(?<!\p{L})(?:freez|frozen|pause)/iu;
const QUESTION_END = /\?\s+(?=\S)/u;
const OUT_OF_TOWN = /(?<!\p{L})(?:за город(?:ом)?|в область|out of town)(?!\p{L})/iu;
const IN_TOWN = /(?<!\p{L})(?:по городу|в черте города|within the city)(?!\p{L})/iu;
const BEYOND =
  /(?<!\p{L})(?:за город|област|пригород|за чертой|км(?!\p{L})|мкад|кад(?!\p{L})|межгород|out of town|miles)/iu;

/** «what time does it start» beside "a nurse is on site 24 hours", «до какого возраста» beside «С 7 лет», «за город» beside «по городу». */
export function missesAskedFigure(question: string, { title, text, quote = text }: FoundPassage): boolean {
  if (OUT_OF_TOWN.test(question) && IN_TOWN.test(quote) && !BEYOND.test(`${title} ${quote}`)) return true;
  // Joined to what was asked before, the question is the last of them.
  const last = question.split(QUESTION_END).at(-1) ?? question;
  const said = FROZEN.test(question)
    ? quote
    : splitSentences(quote)
        .filter((line) => !FROZEN.test(line))
        .join('\n');
  return FIGURES.some(({ asks, says }) => asks.test(last) && !says.test(said));
}
