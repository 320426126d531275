/** `compute`, once for each text while it is remembered; all are forgotten when there are more than `limit`. */
export function rememberTexts<Value>(limit: number, compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= limit) known.clear();
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}

const SHORT_TEXTS = 2000;
const SHORT_CHARACTERS = 500;
const LONG_TEXTS = 20;
const LONG_CHARACTERS = 10_000;

/** The same for texts of any length: many short ones, a few long ones, and none that would fill the memory. */
export function rememberAnyTexts<Value>(compute: (text: string) => Value): (text: string) => Value {
  const [short, long] = [rememberTexts(SHORT_TEXTS, compute), rememberTexts(LONG_TEXTS, compute)];
  return (text) => {
    if (text.length > LONG_CHARACTERS) return compute(text);
    return text.length > SHORT_CHARACTERS ? long(text) : short(text);
  };
}
