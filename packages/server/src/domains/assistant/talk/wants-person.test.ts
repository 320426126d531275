import { describe, expect, it } from 'vitest';
import { wantsPerson } from './wants-person.ts';

describe('a wish for a person', () => {
  it.each([
    'оператор',
    'Оператора!',
    'позовите оператора',
    'Позовите, пожалуйста, менеджера',
    'менеджер',
    'живой человек',
    'Живого человека дайте',
    'хочу поговорить с человеком',
    'Можно с человеком пообщаться?',
    'соедините с оператором',
    'переключите на оператора',
    'переведите меня на специалиста',
    'нужен оператор',
    'Мне нужен живой оператор',
    'не хочу говорить с ботом, дайте менеджера',
    'я не хочу общаться с роботом',
    'свяжите меня с менеджером',
    'позовите опператора',
    'нужен менежер',
    'соедините с кансультантом',
    'Здравствуйте, можно менеджера?',
    'хочу связаться с администратором',
    'позовите человека',
    'нужна техподдержка',
    'operator',
    'Human please',
    'agent',
    'talk to a person',
    'I want to talk to a human',
    'Can I speak with a real person?',
    'connect me to an operator',
    'please transfer me to a live agent',
    'I need a human',
    'get me a manager',
    'let me speak to someone',
    'real person please',
  ])('is heard in «%s»', (text) => {
    expect(wantsPerson(text)).toBe(true);
  });

  it.each([
    'какой оператор связи у вас?',
    'Работает ли с оператором связи МТС?',
    'хочу забронировать столик на 4 человека',
    'сколько человек помещается в зал?',
    'цена на одного человека',
    'как стать менеджером у вас?',
    'есть вакансия менеджера?',
    'вам нужен менеджер по продажам?',
    'какой номер у менеджера?',
    'хочу сменить оператора',
    'какой график у специалиста?',
    'сколько стоит доставка?',
    'человек может ошибиться при заказе?',
    'do you have a tour operator?',
    'what is the price per person?',
    'which mobile operator do you support?',
    'how many people fit in?',
    'I need to ask my manager first',
    'is it safe for people with allergies?',
    'how do I become an agent?',
    'do you support Visa cards?',
    '',
  ])('is not heard in «%s»', (text) => {
    expect(wantsPerson(text)).toBe(false);
  });
});
