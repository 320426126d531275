const PHONE = /\+?\d[\d\s()/.\-\u2010-\u2015]{6,28}\d/g;
const EMAIL = /(?<![^\s@])[^\s@]{1,64}@[^\s@]{1,200}/g;
/** How somebody is called in a program of chats. */
const NICKNAME = /(?<![\p{L}\p{N}])@\w{3,40}/gu;
/** «RA123456789RU», "GS-88121", «#A-5512»: not «500 ₽», «5000мАч». */
const LETTERS_AND_FIGURES = /(?<![\p{L}\p{N}-])\p{L}{1,4}-?\d{5,}(?:-?\p{L}{1,3})?(?![\p{L}\p{N}])/gu;
const WITH_SIGN = /[#№*]\s?(?:\p{L}{1,4}-?)?\d[\d-]{2,}/gu;
/** «код 5571», «договор 77-1234», "card ending 4242" */
const CALLED_SO =
  /(?<!\p{L})(?:код\p{L}{0,2}|трек\p{L}{0,3}|пароль|договор\p{L}{0,2}|накладн\p{L}{1,3}|паспорт|инн|снилс|по карте|code|password|tracking|reference|account|sort code|ending(?: in)?|booking)(?: домофона| номер| number| is|:)?\s(?<id>[\p{L}\p{N}-]{0,6}\d[\d\s-]{2,20})/giu;
const LOCAL_DIGITS = 10;

const DATE_FIRST = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{2}[./-]\d{2})(?!\d)/;
/** «70 000 - 100 000», «1000-1500» */
const SUMS =
  /^(?:\d{1,6}|\d{1,3}(?:[ .\u00a0]\d{3}){1,3})\s?[-\u2010-\u2015/]\s?(?:\d{1,6}|\d{1,3}(?:[ .\u00a0]\d{3}){1,3})$/;
/** «42 44 46 48 50» */
const SIZES = /^[1-9]\d(?:[\s/-]\d{2}){3,}$/;
/** «912-34-56» */
const OF_TOWN = /^\d{3}[-\s]\d{2}[-\s]\d{2}$/;
const MIN_DIGITS = 9;

/** Phones, cards, addresses of mail and nicknames, each as one whatever way it is written. */
export function contactsOf(text: string): string[] {
  const phones = (text.match(PHONE) ?? []).filter(isPhone).map(figuresOf);
  const addresses = [...(text.match(EMAIL) ?? []), ...(text.match(NICKNAME) ?? [])];
  return [...phones, ...addresses.map((address) => address.toLowerCase())];
}

/** Names of letters and figures that a program gave to one order, parcel, card or door. */
export function idsOf(text: string): string[] {
  const called = [...text.matchAll(CALLED_SO)].map(({ groups }) => groups?.id ?? '');
  const ids = [...called, ...(text.match(LETTERS_AND_FIGURES) ?? []), ...(text.match(WITH_SIGN) ?? [])];
  return ids.map((id) => id.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());
}

export const withoutContacts = (sentence: string): string =>
  sentence
    .replaceAll(PHONE, (found) => (isPhone(found) ? '' : found))
    .replaceAll(EMAIL, '')
    .replaceAll(NICKNAME, '');

const figuresOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-LOCAL_DIGITS);

/** Dates, sums and ranges are figures with signs between them too. */
function isPhone(found: string): boolean {
  const digits = found.replaceAll(/\D/g, '').length;
  if (OF_TOWN.test(found)) return true;
  if (digits < MIN_DIGITS || DATE_FIRST.test(found)) return false;
  return !SUMS.test(found) && !SIZES.test(found);
}
