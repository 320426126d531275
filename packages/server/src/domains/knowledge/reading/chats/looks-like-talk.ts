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

/** How many sentences do each, and whose telephones and mailboxes stand between them. */
type Seen = { people: Set<string>; greet: number; speak: number; ask: number; tellTime: number };

/**
 * Whether texts look as if people had talked with each other there, in whatever form it was saved: telephones or mailboxes of
 * persons, or times, amid greetings, questions and what one says of oneself. Whose words they are only the owner knows.
 */
export function looksLikeTalk(texts: Iterable<string>): boolean {
  const seen: Seen = { people: new Set(), greet: 0, speak: 0, ask: 0, tellTime: 0 };
  for (const text of texts) {
    for (const contact of contactsOf(text)) if (isOfPerson(contact)) seen.people.add(contact);
    for (const [sentence] of text.matchAll(SENTENCE)) take(sentence, seen);
  }
  return isTalk(seen);
}

function take(sentence: string, seen: Seen): void {
  if (GREETS.test(sentence)) seen.greet++;
  if (SPEAKS.test(sentence)) seen.speak++;
  if (sentence.includes('?')) seen.ask++;
  if (TIME.test(sentence)) seen.tellTime++;
}

function isTalk({ people, greet, speak, ask, tellTime }: Seen): boolean {
  const isOfSeveral = people.size >= 2 && greet + speak >= 3 && greet + ask > 0;
  const isOfOne = people.size >= 1 && greet >= 1 && ask >= 2;
  return isOfSeveral || isOfOne || (tellTime >= 3 && ask >= 2 && greet + speak >= 5);
}

const isOfPerson = (contact: string): boolean =>
  contact.includes('@') ? !OF_A_ROLE.test(contact) : OF_A_PERSON.test(contact);
