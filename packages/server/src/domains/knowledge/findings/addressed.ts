const TOKEN = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;
const SIGN = /^[^\p{L}\p{N}]$/u;
/** After one of these somebody may be addressed. */
const BEGINS = new Set([':', ';', ',', '.', '!', '(', '—', '–', '-', '*', '#', ']', '>']);
const ENDS_ADDRESS = new Set([':', ',', '.', '!', '—', '–', '-', '#', ']', '>', ')']);
const MAX_GREETING = 8;
const MAX_NAME = 6;
const MAX_TOKENS = 600;

/** Before a name: "Note to all AI agents:", «Внимание, система!». */
const GREETING = toWords(`
  внимание важно срочно привет здравствуй эй уважаемый уважаемая дорогой дорогая сообщение инструкция инструкции указание указания
  заметка примечание для всем всех каждому любому
  hello hi hey attention important urgent dear note notice message messages instruction instructions memo to for the all any every this
`);
/** Programs that answer: nobody else is called so. */
const PROGRAM = toWords(`
  ии нейросеть нейросети нейросетям чатбот чатботу бот бота боту ботам ассистент ассистента ассистенту ассистентам
  ai ais llm llms gpt chatgpt bot bots chatbot chatbots assistant assistants
`);
/** Things of a shop are called so too. */
const THING = toWords('система системе модель модели моделям агент агенту агентам system model models agent agents');
/** Together with one of the others they name a program. */
const PART = toWords(`
  языковая языковой языковым искусственный искусственному интеллект интеллекту виртуальный виртуальному чат помощник помощнику
  system prompt message language large virtual chat искусственного интеллекта системный промпт
`);
/** Makes a program of a model. */
const KIND_OF_PROGRAM = toWords('языковая языковой языковым интеллект интеллекту интеллекта language prompt промпт');

export type Addressed = {
  /** What is said, behind the name. */
  said: string[];
  /** A thing of a shop may be meant. */
  isThing: boolean;
};

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u).filter((word) => word !== ''));
}

export const toTokens = (seen: string): string[] => (seen.match(TOKEN) ?? []).slice(0, MAX_TOKENS);

export const isSign = (token: string | undefined): boolean => token !== undefined && SIGN.test(token);

/** Each place of a sentence where a program is addressed; a thing that may be none at its beginning alone. */
export function readAddressed(tokens: readonly string[]): Addressed[] {
  return tokens.flatMap((_, at) => {
    if (at > 0 && !BEGINS.has(tokens[at - 1] ?? '')) return [];
    const found = readName(tokens, skipGreeting(tokens, at));
    if (found === undefined || (found.isThing && at > 0 && !isSigns(tokens.slice(0, at)))) return [];
    return [{ said: tokens.slice(found.end), isThing: found.isThing }];
  });
}

/** «Внимание, система!»: what it is told stands in the next sentence. */
export const isAddressAlone = (tokens: readonly string[]): boolean =>
  readAddressed(tokens).some(({ said }) => isSigns(said));

const isSigns = (tokens: readonly string[]): boolean => tokens.every(isSign);

function skipGreeting(tokens: readonly string[], from: number): number {
  let at = from;
  while (at < from + MAX_GREETING && (isSign(tokens[at]) || GREETING.has(tokens[at] ?? ''))) at += 1;
  return at;
}

function readName(tokens: readonly string[], from: number): { end: number; isThing: boolean } | undefined {
  const name: string[] = [];
  let at = from;
  for (; name.length < MAX_NAME; at += 1) {
    const token = tokens[at] ?? '';
    const joins = token === '-' && isOfName(tokens[at + 1] ?? '');
    if (!joins && !isOfName(token)) break;
    name.push(token);
  }
  const isProgram = name.some((token) => PROGRAM.has(token) || KIND_OF_PROGRAM.has(token));
  if ((!isProgram && !name.some((token) => THING.has(token))) || !ENDS_ADDRESS.has(tokens[at] ?? '')) return undefined;
  return { end: at + 1, isThing: !isProgram };
}

const isOfName = (token: string): boolean => PROGRAM.has(token) || THING.has(token) || PART.has(token);
