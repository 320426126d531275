import { contactsOf } from './people/contacts.ts';

const GREETS =
  /(?<!\p{L})(?:здравствуй(?:те)?|здрасьте|добр(?:ый|ое|ого) (?:день|вечер|утро|времени)|привет|приветствую|hello|hi|hey|good (?:morning|afternoon|evening))(?!\p{L})/iu;
/** What one person says of himself to another, and thanks. */
const SPEAKS =
  /(?<!\p{L})(?:спасибо|благодарю|подскажите|запишите|хочу|хотела? бы|мне|меня|мой|моя|мо[её]|мою|моего|я|thanks|thank you|i|i'm|i’m|my|me)(?!\p{L})/iu;
/** A business says in such a line how it is reached; «позвоните мне» is said by a customer. */
const INVITES =
  /(?<!\p{L})(?:звоните|позвоните|пишите|напишите|обращайтесь|call us|call|write to|email us|contact us|contact)(?!\p{L}|:|,?\s(?:мне|меня|me|him|her|my)(?!\p{L}))/iu;
/** A line of a branch, or of who works in it, begins with that; not a row that names a customer too. */
const OF_A_BRANCH =
  /^[\s•*-]*(?:филиал|салон|магазин|отдел|отделение|офис|склад|студия|клиника|ресторан|кафе|ресепшн?|тренер|мастер|врач|менеджер|администратор|branch|store|shop|office|salon|clinic|coach|doctor|manager)(?!\p{L}|[^\n]*; (?:клиент|пациент|покупатель|гость|имя|вопрос|сообщение|комментарий|customer|client|patient|name|question|message|comment)\p{L}*:)/iu;
const OPEN_HOURS =
  /(?<!\p{L})(?:ежедневно|круглосуточно|пн|будни|будням|daily|mon|monday)(?!\p{L})|(?<!\d)\d{1,2}(?::\d\d)?\s?[-–—]\s?\d{1,2}:00(?!\d)|(?<!\p{L})(?:с|from)\s\d{1,2}(?::00)?\s(?:до|to)\s\d{1,2}(?!\d)/iu;
const SAYS_HOW_REACHED = [INVITES, OF_A_BRANCH, OPEN_HOURS];
/** People write at 15:22, opening hours and lessons begin at 15:30. */
const MINUTE = /(?<![\d:.–-])(?:[01]?\d|2[0-3]):[0-5][1-46-9](?![\d:])/;
/** As the picture of a screen has it below each message. */
const TIME_ALONE = /^[^\p{L}\p{N}]*\d{1,2}:\d\d[^\p{L}\p{N}]*$/u;
/** «От: …», "On Monday Ann wrote:" */
const MAIL = /^[>\s]*(?:от|кому|тема|from|to|sent|subject)\s?:|(?<!\p{L})(?:wrote|пишет|написала?)\s?:/giu;
/** A business calls its mailboxes after what they are for. */
const OF_A_ROLE =
  /^(?:info|mail|office|sales?|support|help|hello|contacts?|orders?|zakaz|shop|booking|reception|admin|hr|job|pr|press|service|team|no-?reply)[\w.-]{0,10}@/;
/** Of mobile telephones, and of other countries: no number of a town, nor one that costs nothing to call, nor a code of goods. */
const MOBILE =
  /(?<![\d+])(?:(?:\+7|[78])[\s.(-]{0,2}[79]\d{2}[\s.)-]{0,2}\d{3}[\s.-]?\d{2}[\s.-]?\d{2}|\+(?!7[\s(-]{0,2}[348]|1[\s(-]{0,2}8)\d{1,3}(?:[\s()-]{0,2}\d){7,11}|07\d{3}\s?\d{3}\s?\d{3}|\(\d{3}\)\s?\d{3}-\d{4})(?!\d)/g;
const LOCAL_DIGITS = 10;
const SENTENCE = /[^\n.!?…]+[.!?…]*/gu;
const LETTER = /\p{L}/u;
const WORDS = /[\p{L}\p{N}]/u;
/** Without the signs of its sentence. */
const TO_LAST_LETTER = /^.*[\p{L}\p{N}]/su;

/** Judged together: a conversation may stand below a long list, and a long text for all greets its readers too. */
const WINDOW_LINES = 40;
const STEP_LINES = 20;
/** Of the sentences of a conversation so many greet, thank or speak of oneself. */
const TALK_SHARE = 0.12;
/** Of its lines so many have a time at which they were written; a timetable has one in each. */
const TIMED = { least: 0.15, most: 0.6 };
/** Of so many people a business has no telephones but of its staff, which is no news for everybody either. */
const SEVERAL_PHONES = 3;

/** How many sentences do each; `greetToAsk`: a greeting with a question in it or right behind it. */
type Said = { all: number; greet: number; greetToAsk: number; speak: number; ask: number };
type Line = Said & { phones: string[]; mailboxes: string[]; isTimed: boolean; isTimeAlone: boolean; mails: number };

/**
 * Whether texts look as if people had talked with each other there, in whatever form it was saved: telephones or mailboxes of
 * persons, heads of mail, or times to the minute, amid greetings, questions and what one says of oneself. Whose words they are
 * only the owner knows.
 */
export function looksLikeTalk(texts: readonly string[]): boolean {
  // A text may have a million lines: those of one window are kept.
  let window: Line[] = [];
  let isFirst = true;
  for (const text of texts) {
    for (const line of text.split('\n')) {
      if (!WORDS.test(line)) continue;
      window.push(readLine(line));
      if (window.length < WINDOW_LINES) continue;
      if (isTalk(window)) return true;
      window = window.slice(STEP_LINES);
      isFirst = false;
    }
  }
  return (isFirst || window.length > STEP_LINES) && isTalk(window);
}

function readLine(text: string): Line {
  const told = SAYS_HOW_REACHED.some((way) => way.test(text)) && !SPEAKS.test(text) ? '' : text;
  const mailboxes = contactsOf(told).filter((contact) => contact.indexOf('@') > 0 && !OF_A_ROLE.test(contact));
  return {
    ...readSaid(text),
    phones: (told.match(MOBILE) ?? []).map((phone) => phone.replaceAll(/\D/g, '').slice(-LOCAL_DIGITS)),
    mailboxes: mailboxes.map((mailbox) => TO_LAST_LETTER.exec(mailbox)?.[0] ?? mailbox),
    isTimed: MINUTE.test(text),
    isTimeAlone: TIME_ALONE.test(text),
    mails: text.match(MAIL)?.length ?? 0,
  };
}

function readSaid(line: string): Said {
  const said: Said = { all: 0, greet: 0, greetToAsk: 0, speak: 0, ask: 0 };
  let isGreeted = false;
  for (const [sentence] of line.matchAll(SENTENCE)) {
    const [greets, asks] = [GREETS.test(sentence), sentence.includes('?')];
    if (LETTER.test(sentence)) said.all++;
    if (greets) said.greet++;
    if (asks) said.ask++;
    if (asks && (greets || isGreeted)) said.greetToAsk++;
    if (SPEAKS.test(sentence)) said.speak++;
    isGreeted = greets;
  }
  return said;
}

function isTalk(lines: readonly Line[]): boolean {
  const sum = (key: keyof Said) => lines.reduce((total, line) => total + line[key], 0);
  // The phone and the mailbox of one person are one.
  const people = Math.max(countOf(lines, 'phones'), countOf(lines, 'mailboxes'));
  const talk = sum('greet') + sum('speak');
  const asks = sum('ask');
  if (people >= 1 && asks >= 2 && sum('greetToAsk') >= 1) return true;
  if (countOf(lines, 'phones') >= SEVERAL_PHONES) return true;
  if (lines.reduce((total, { mails }) => total + mails, 0) >= 2 && asks + talk > 0) return true;
  const timed = lines.filter(({ isTimed }) => isTimed).length;
  const alone = lines.filter(({ isTimeAlone }) => isTimeAlone).length;
  const share = timed / lines.length;
  if (timed >= 3 && share >= TIMED.least && (asks + talk > 0 || (alone >= 3 && share <= TIMED.most))) return true;
  return people >= 2 && talk >= 3 && talk >= sum('all') * TALK_SHARE;
}

const countOf = (lines: readonly Line[], key: 'phones' | 'mailboxes'): number =>
  new Set(lines.flatMap((line) => line[key])).size;
