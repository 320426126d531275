import { splitUnits, type TextUnit } from '../retrieval/index.ts';

/** One of these words stands in each order: most texts need no closer look. */
const NAMES_PROGRAM =
  /систем|ассистент|(?<!\p{L})бот[ау]?(?!\p{L})|нейросет|system|assistant|(?<!\p{L})bot(?!\p{L})|игнорируй|забудь|ignore|disregard|forget/iu;
/** Said to a program that answers, and to no customer: it is addressed and told what to say, or to leave what it was told. */
const ADDRESSED =
  /^(?:система|системе|ассистент\p{L}?|бот[ау]?|нейросет\p{L}{1,2}|system|assistant|bot)(?: prompt)?\s?[:,].{0,200}(?<!\p{L})(?:(?:игнорируй|забудь|сообща?й|сообщи|отвечай|ответь|говори|скажи|выдай|выдавай)(?:те)?|ignore|disregard|reveal|(?:always|must|never) (?:answer|say|reply|tell|give|offer|confirm|mention|reveal))(?!\p{L})/iu;
/** «Забудьте про правила и диеты» is an advertisement: only who speaks of instructions, or of earlier rules, means the program's. */
const OVERRULES = [
  /(?<!(?<!\p{L})не\s|don['’]t\s|not\s|never\s)(?<!\p{L})(?:игнорируй(?:те)?|ignore|disregard)(?: \p{L}+){0,2} (?:(?:прежн|предыдущ|все|ранее|previous|prior|all|above|earlier)\p{L}{0,3} )?(?:правила|инструкци\p{L}+|промпт\p{L}*|instructions?|prompts?|rules)(?!\p{L})/iu,
  /(?<!(?<!\p{L})не\s|don['’]t\s|not\s|never\s)(?<!\p{L})(?:забудь(?:те)?|forget)(?: \p{L}+){0,3} (?:(?:прежн|предыдущ|ранее|previous|prior|above|earlier)\p{L}{0,3} (?:правила|rules)|инструкци\p{L}+|промпт\p{L}*|instructions?|prompts?)(?!\p{L})/iu,
];

/** What stands before the words of a line of a list. */
const LIST_MARK = /^[^\p{L}\p{N}]+|^\p{N}{1,3}[.)] /u;
const SPACES = /\s+/gu;
const HIDDEN = /\p{Cf}+/gu;

/** As a model reads it: spaces of any kind are one, and what is not seen is not there. */
const readAsSeen = (text: string): string => text.normalize('NFKC').replace(HIDDEN, '').replace(SPACES, ' ').trim();

/** Whether a sentence or line is said to a program, however it is set. */
export function isOrder({ kind, text }: TextUnit): boolean {
  if (kind === 'row') return false;
  const said = readAsSeen(text).replace(LIST_MARK, '');
  return ADDRESSED.test(said) || OVERRULES.some((overrules) => overrules.test(said));
}

/** What a passage says to a program; a pair was written by the owner himself. */
export function ordersOf({ kind, body }: { kind: 'qa' | 'file' | 'page'; body: string }): string[] {
  if (kind === 'qa' || !NAMES_PROGRAM.test(readAsSeen(body))) return [];
  return splitUnits(body).flatMap((unit) => (isOrder(unit) ? [unit.text] : []));
}
