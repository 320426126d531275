const WAYS =
  /wi[-\u2011\s]fi|вай[-\u2011\s]?фай|(?<![\p{L}\p{N}'’])e-(?=[a-z]{3})|(?<![\p{L}\p{N}'’])e (?=(?:bike|scooter)s?(?![a-z]))/gu;

/** In a lower-case text: what is written as one word and as two («Wi-Fi», «вай-фай», "e-mail") as one. */
export const joinSpellings = (text: string): string =>
  text.replace(WAYS, (way) => (way.startsWith('e') ? 'e' : 'wifi'));
