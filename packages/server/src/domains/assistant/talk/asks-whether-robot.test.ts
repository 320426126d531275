import { expect, it } from 'vitest';
import { asksWhetherRobot } from './asks-whether-robot.ts';

it.each([
  'Ты бот?',
  'вы робот?',
  'Это бот?',
  'Вы человек или бот?',
  'а вы живой человек?',
  'я с ботом разговариваю?',
  'Мне отвечает робот или человек?',
  'Вы точно не робот?',
  'тут бот отвечает?',
  'бот или человек',
  'Это нейросеть?',
  'Вы искусственный интеллект?',
  'Are you a robot?',
  'are you human',
  'Is this a bot?',
  'Am I talking to a real person?',
  'are you a real person or a bot?',
  'Hi, are you a chatbot?',
  'is this AI?',
  'я с человеком говорю или с программой?',
  'ты машина?',
  'ты бот',
  'я с машиной переписываюсь?',
  'am I talking to a machine?',
  'am I texting with a person or a program?',
])('«%s» asks whether a robot answers', (text) => {
  expect(asksWhetherRobot(text)).toBe(true);
});

it.each([
  'Робот-пылесос есть в наличии?',
  'Сколько стоит робот?',
  'Вы продаёте роботов?',
  'позовите человека',
  'я не робот',
  'Есть ли у вас программа лояльности?',
  'это человек за 2000?',
  'Are you open on Sunday?',
  'Do you sell robots?',
  'Is this a real leather sofa?',
  'I want to talk to a person',
  '',
])('«%s» asks something else', (text) => {
  expect(asksWhetherRobot(text)).toBe(false);
});
