import { contactsOf } from './contacts.ts';

const GREETS =
  /(?<!\p{L})(?:здравствуй(?:те)?|здрасьте|добр(?:ый|ое|ого) (?:день|вечер|утро|времени)|привет|приветствую|hello|hi|hey|good (?:morning|afternoon|evening))(?!\p{L})/iu;
/** What one person says of himself to another, and thanks. */
const SPEAKS =
  /(?<!\p{L})(?:спасибо|благодарю|подскажите|запишите|хочу|хотела? бы|мне|меня|мой|моя|мо[её]|мою|моего|я|thanks|thank you|i|i'm|i’m|my|me)(?!\p{L})/iu;
const TIME = /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/;
/** A business calls its mailboxes after what they are for. */
const OF_A_ROLE =
  /^(?:info|mail|office|sales?|support|help|hello|contacts?|orders?|zakaz|shop|booking|reception|admin|hr|job|pr|press|service|team|no-?reply)[\w.-]{0,10}@/;
/** A business has a number of its town as well, or one that costs nothing to call. */
const OF_A_PERSON = /^9\d{9}$/;
const SENTENCE = /[^\n.!?…]+[.!?…]*/gu;
/** Of the sentences of a conversation; what a business writes for all may greet its readers and ask in their name as well. */
const TALK_SHARE = 0.12;

/** How many sentences do each, and whose telephones and mailboxes stand between them. */
type Seen = {
  people: Set<string>;
  all: number;
  greet: number;
  greetToAsk: number;
  speak: number;
  ask: number;
  time: number;
};

/**
 * Whether texts look as if people had talked with each other there, in whatever form it was saved: telephones or mailboxes of
 * persons, or times, amid greetings, questions and what one says of oneself. Whose words they are only the owner knows.
 */
export function looksLikeTalk(texts: Iterable<string>): boolean {
  const seen: Seen = { people: new Set(), all: 0, greet: 0, greetToAsk: 0, speak: 0, ask: 0, time: 0 };
  for (const text of texts) {
    for (const contact of contactsOf(text)) if (isOfPerson(contact)) seen.people.add(contact);
    for (const line of text.split('\n')) takeLine(line, seen);
  }
  return isTalk(seen);
}

function takeLine(line: string, seen: Seen): void {
  let isGreeted = false;
  for (const [sentence] of line.matchAll(SENTENCE)) {
    const [greets, asks] = [GREETS.test(sentence), sentence.includes('?')];
    if (/\p{L}/u.test(sentence)) seen.all++;
    if (greets) seen.greet++;
    if (asks) seen.ask++;
    if (asks && (greets || isGreeted)) seen.greetToAsk++;
    if (SPEAKS.test(sentence)) seen.speak++;
    if (TIME.test(sentence)) seen.time++;
    isGreeted = greets;
  }
}

function isTalk({ people, all, greet, greetToAsk, speak, ask, time }: Seen): boolean {
  if (people.size >= 1 && ask >= 2 && greetToAsk >= 1) return true;
  const talk = greet + speak;
  if (talk < all * TALK_SHARE || greet + ask === 0) return false;
  return (people.size >= 2 && talk >= 3) || (time >= 3 && ask >= 2 && talk >= 5);
}

const isOfPerson = (contact: string): boolean =>
  contact.includes('@') ? !OF_A_ROLE.test(contact) : OF_A_PERSON.test(contact);
