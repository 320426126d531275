const WAYS =
  /wi[-\u2011\s]fi|вай[-\u2011\s]?фай|(?<![\p{L}\p{N}'’])e-(?=[a-z]{3})|(?<![\p{L}\p{N}'’])e (?=(?:bike|scooter)s?(?![a-z]))|(?<![\p{L}\p{N}'’])(?:[xх]{1,6}|\p{N}[xх])[lл](?![\p{L}\p{N}])/gu;

/** In a lower-case text: what is written as one word and as two («Wi-Fi», «вай-фай», "e-mail") as one, «XXL» as «2XL». */
export const joinSpellings = (text: string): string =>
  text.replace(WAYS, (way) => {
    if (/[lл]$/u.test(way)) return nameSize(way);
    return way.startsWith('e') ? 'e' : 'wifi';
  });

function nameSize(size: string): string {
  const count = /^\p{N}/u.exec(size)?.[0] ?? `${size.length - 1}`;
  return count === '1' ? 'xl' : `${count}xl`;
}
