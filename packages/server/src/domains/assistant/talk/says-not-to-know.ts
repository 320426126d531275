import { wordsOf } from './words.ts';

const notKnown =
  /^(?:ну |да |я |даже |пока |сам |сама |i |i am |i'm |well ){0,3}(?:не знаю|не уверен|не уверена|не понимаю|хз|фиг знает|без понятия|понятия не имею|затрудняюсь|затрудняюсь ответить|сложно сказать|трудно сказать|not sure|no idea|have no idea|i have no idea|no clue|don't know|dont know|do not know|dunno|idk|unsure|can't say|hard to say)(?: даже| пока| точно| честно| если честно| really| yet| honestly| sorry| извините){0,2}$/;

/** «не знаю», "no idea", and nothing beside it. */
export const saysNotToKnow = (text: string): boolean => notKnown.test(wordsOf(text).join(' ').replaceAll('’', "'"));
