const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const toCyrillic = new Map([...LATIN].map((key, place) => [key, CYRILLIC.charAt(place)]));
const toLatin = new Map([...CYRILLIC].map((key, place) => [key, LATIN.charAt(place)]));

/** What the same keys give on the Russian layout: `ghbdtn` → `привет`. */
export function onCyrillicKeys(text: string): string {
  return retype(text, toCyrillic);
}

/** What the same keys give on the Latin layout: `йцукен` → `qwerty`. */
export function onLatinKeys(text: string): string {
  return retype(text, toLatin);
}

function retype(text: string, keys: ReadonlyMap<string, string>): string {
  return Array.from(text, (key) => keys.get(key) ?? key).join('');
}
