const list = (words: string) => new Set(words.split(' '));
const thereRu = list(
  'есть тут здесь там кто нибудь то либо ли живой живые живых на связи вообще у вас из людей люди алло ау а',
);
const politeness = list('пожалуйста плиз срочно привет здравствуйте добрый день вечер please hello hi hey now ok okay');
const talkRu = /^(?:связ|свяж|соедин|переключ|поговор|пообщ|переговор)/;
const bringRu = /^(?:позов|дай|приглас|пригласи|вызов|переключ|подключ|соедин)/;
const callBackRu = /^(?:(?:пере|по)звони(?:те)?|наберите|набери)$/;
const letCallRu = /^(?:(?:пере|по)звонят|(?:пере|по)звонит|наберут)$/;
const askedToCallRu = /^(?:можете|можешь|могли|прошу|можно)$/;
const isThereEn =
  /^(?:is )?(?:there )?(?:anyone|anybody|any one|someone|somebody)(?: (?:there|here|alive|real|human|home|online|around)){1,3}$/;
const callBackEn =
  /^(?:(?:can|could|will|would) (?:you|someone|somebody|anyone|anybody) )?(?:(?:call|phone|ring) me|(?:call|phone|ring) me back|give me a (?:call|ring)|(?:request|need|want) a (?:call back|callback))(?: (?:back|today|asap|tomorrow|at|on|\d{1,20})){0,12}$/;
const REACH = 5;

/** Whether a sentence calls for anybody, or for a call back: «есть кто живой», «позвоните мне», "is anyone there". */
export function isAnybodyCall(words: readonly string[]): boolean {
  const rest = words.filter((word) => !politeness.has(word));
  if (rest.length === 0) return false;
  const said = rest.join(' ');
  return (
    isThereEn.test(said) || callBackEn.test(said) || asksWhoIsThere(rest) || asksForAnybody(rest) || asksToCall(rest)
  );
}

function asksWhoIsThere(words: readonly string[]): boolean {
  if (words[0] === 'кто' && words.length === 2) return false;
  const isAnyone = words.includes('кто') || words.includes('люди') || words.includes('людей');
  const isLiving = words.some((word) => /^жив/.test(word)) || words.includes('нибудь') || words.includes('есть');
  return words.every((word) => thereRu.has(word)) && isAnyone && isLiving;
}

/** «свяжите меня с кем-нибудь», «позовите кого-нибудь» */
function asksForAnybody(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!/^(?:нибудь|то|либо|угодно)$/.test(words[at + 1] ?? '')) return false;
    const before = words.slice(Math.max(0, at - REACH), at);
    if (word === 'кем') return before.some((one) => talkRu.test(one));
    return word === 'кого' && before.some((one) => bringRu.test(one));
  });
}

function asksToCall(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const near = [words[at - 1], words[at + 1], words[at + 2]];
    const isMe = near.some((one) => one === 'мне' || one === 'нам' || one === 'меня');
    if (words[at - 1] === 'не') return false;
    if (letCallRu.test(word)) return words.slice(Math.max(0, at - REACH), at).includes('пусть');
    if (callBackRu.test(word)) return isMe || words.length === 1;
    return /^(?:пере|по)звонить$/.test(word) && isMe && words.some((one) => askedToCallRu.test(one));
  });
}
