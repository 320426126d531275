const cardLike = /(?<![\d])\d(?:[ \u00a0-]?\d){12,18}(?![\d])/g;

/** Hides payment card numbers: they have no business at a model's provider. */
export const maskCards = (text: string): string => replaceCards(text, (end) => `[card •••• ${end}]`);

/** The same for words of the customer that are said back, in whatever language. */
export const coverCards = (text: string): string => replaceCards(text, (end) => `•••• ${end}`);

function replaceCards(text: string, cover: (lastDigits: string) => string): string {
  return text.replace(cardLike, (found) => {
    const digits = found.replace(/\D/g, '');
    return isCardNumber(digits) ? cover(digits.slice(-4)) : found;
  });
}

/** The checksum of ISO/IEC 7812 (Luhn): a long order number seldom has it. */
function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits).reduceRight((total, digit, at) => {
    const isDoubled = (digits.length - at) % 2 === 0;
    const value = Number(digit) * (isDoubled ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
