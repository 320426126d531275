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

const SHORT_CHARACTERS = 500;
const LONG_TEXTS = 20;

/** The same for texts of any length: of the long ones, which would fill the memory, only a few. */
export function rememberAllTexts<Value>(limit: number, compute: (text: string) => Value): (text: string) => Value {
  const [short, long] = [rememberTexts(limit, compute), rememberTexts(LONG_TEXTS, compute)];
  return (text) => (text.length > SHORT_CHARACTERS ? long(text) : short(text));
}
