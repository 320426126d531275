/** Keys whose values never reach the log, whatever they hold and however deep they stand. */
const secretKey =
  /token|password|secret|authorization|cookie|api_?key|credential|phone|e_?mail|url|^(?:text|body|caption|content|answer|question|prompt)$/i;

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;

/** What is blanked inside free text, such as a network error that quotes its address or a database error with a value. */
const secretPatterns: readonly [RegExp, string][] = [
  [/(\/bot)\d+:[\w-]+/gi, `$1${REDACTED}`],
  [/\b\d{6,12}:[\w-]{30,}/g, REDACTED],
  [/(bearer\s+)[\w.~+/-]+=*/gi, `$1${REDACTED}`],
  [/(?<![\w-])(?=[\w-]+\.[\w-]+\.)([\w-]*?)eyJ[\w-]+\.[\w-]+\.[\w-]*/g, `$1${REDACTED}`],
  [/\b(?:sk|pk|rk)-[\w-]{16,}/g, REDACTED],
  [/(\/\/)[^/\s:@]+:[^/\s@]+@/g, `$1${REDACTED}@`],
  [/(?<![^\s"'<>@,;:()])[^\s"'<>@,;:()]+@[\w-]+(?:\.[\w-]+)+/g, REDACTED],
  [/\+\d[\d\s().-]{7,18}\d/g, REDACTED],
  [/\b[78][\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}\b/g, REDACTED],
];

const QUERY_VALUE = /([?&][\w-]+=)[^&\s"']+/g;
const SECRET_NAME = /token|secret|key|sig|password|code|auth/i;

/** Blanks secrets, phones and e-mail addresses that stand inside a text. */
export function redactText(text: string): string {
  const bare = text.replaceAll(QUERY_VALUE, (whole, start: string) =>
    SECRET_NAME.test(start) ? `${start}${REDACTED}` : whole,
  );
  return secretPatterns.reduce((redacted, [pattern, blank]) => redacted.replaceAll(pattern, blank), bare);
}

/** A copy of what is to be logged without secrets. Errors stay what they are: their serializer redacts them. */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isSecret(key, value) ? REDACTED : redactValue(value, 1)]),
  );
}

/** Counts such as `promptTokens: 120` are no secrets. */
function isSecret(key: string, value: unknown): boolean {
  const isCount = typeof value === 'boolean' || (typeof value === 'number' && /tokens$/i.test(key));
  return secretKey.test(key) && !isCount && value !== undefined && value !== null;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => redactValue(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([key, entry]) => [key, isSecret(key, entry) ? REDACTED : redactValue(entry, depth + 1)]),
  );
}
