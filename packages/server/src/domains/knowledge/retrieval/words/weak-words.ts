import { stemWord } from './stem-word.ts';

/**
 * Words that say little about the subject of a question, whatever the base is about. A small base cannot learn this
 * from its own counts: with ten pairs "please" may be as rare as "refund".
 */
const FUNCTION_WORDS = `
a an the this that these those it its i me my mine you your yours we us our ours they them their he him his she her
am is are was were be been being do does did done doing have has had having will would shall should can could may might must
im ive id ill youre its thats dont doesnt didnt cant couldnt wont wouldnt isnt arent
of to in on at by for from with about into onto over under as than then so if or and but not no nor yes out up down off
there here just also too very any some all each every both such own same other only more most much many lot
get got give let make want wanna need like know tell say said please thanks thank hello hi hey ok okay
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне от меня о об из ему ли если или ни быть
был него до вас нибудь уж вам ведь там потом себя ей они тут где есть надо ней для мы тебя их чем была сам чтоб чтобы без будто
штука штук шт тоже себе под будет ж тогда этот того потому этого этом этой эта эти это какой какая какие каким один почти мой моя мое мои моего моей тем
том нас нам про всего них который которая которые такой такие при над перед через между после раз же ну вот еще уже очень можно нужно
могу может можете хочу хотел хотела бы хотелось просто здравствуйте привет добрый день вечер утро пожалуйста спасибо подскажите скажите
расскажите ваш ваша ваши вашего свой своя свои своего также тот та те ли нет является являются являться либо лишь кто
`;

const QUESTION_WORDS = `
what which who whom whose when where why how
какой какая какое какие каков когда где куда откуда почему зачем сколько кто кого чей чья как каким чего
`;

const FUNCTION_WEIGHT = 0.35;
const QUESTION_WEIGHT = 0.4;
const weightOfStem = buildWeights();

function buildWeights(): Map<string, number> {
  const weights = new Map<string, number>();
  for (const word of FUNCTION_WORDS.split(/\s+/)) if (word !== '') weights.set(stemWord(word), FUNCTION_WEIGHT);
  for (const word of QUESTION_WORDS.split(/\s+/)) if (word !== '') weights.set(stemWord(word), QUESTION_WEIGHT);
  return weights;
}

/** 1 for an ordinary stem, less for a function word. */
export function stemImportance(stem: string): number {
  return weightOfStem.get(stem) ?? 1;
}
