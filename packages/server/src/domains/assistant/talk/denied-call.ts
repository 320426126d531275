const REACH = 5;
/** Between the denial and the call: «не хочу говорить с». */
const DENIAL_REACH = 3;
const callRu =
  /^(?:нуж|над[оа]|хоч|хот|зов|позов|вызыв|вызов|соедин|связ|свяж|переключ|перевод|перевед|подключ|приглас|треб|дай|говор|поговор|общат|пообщ|звон|ждать|жду)/;
const deniedRu = /^(?:нуж|над[оа]|хоч|хот|зов|позов|вызыв|соедин|связыв|переключ|перевод|подключ|приглаша|треб|звон)/;
/** A call of its own, whatever stands before it: «не хочу ждать, дайте оператора». */
const imperativeRu = /^(?:дай|позовите|позови|соедини|свяжи|переключи|переведи|подключи|пригласи|вызови)/;
const callEn = /^(?:need|want|talk|speak|chat|connect|transfer|call|get|give|contact|require|prefer|put|bring)/;

/** Whether the person at this place is what the customer does not want: «не нужен оператор», "no agent needed". */
export function isDenied(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 2), at);
  if (before.some((word) => /^(?:без|without)$/.test(word)) || /^(?:не|no|not)$/.test(before.at(-1) ?? '')) return true;
  const from = Math.max(0, at - REACH);
  const call = words.slice(from, at).findLastIndex(isCallWord);
  if (call >= 0) return isDeniedCall(words, from + call);
  const next = words.slice(at + 1, at + 3);
  return next[0] === 'не' && deniedRu.test(next[1] ?? '');
}

const isCallWord = (word: string): boolean => callRu.test(word) || callEn.test(word);

/** «не могли бы вы позвать» and "why don't you connect" ask for it all the same. */
function isDeniedCall(words: readonly string[], call: number): boolean {
  const reach = imperativeRu.test(words[call] ?? '') ? 1 : DENIAL_REACH;
  const from = Math.max(0, call - reach);
  return words.slice(from, call).some((word, step) => {
    const next = words[from + step + 1] ?? '';
    if (word === 'не') return deniedRu.test(next);
    return /^(?:don['’]?t|not|never)$/.test(word) && next !== 'you' && words[from + step - 1] !== 'why';
  });
}
