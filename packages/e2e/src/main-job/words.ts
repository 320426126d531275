/** What the people of the main journey say, in both languages. */
export const words = {
  ru: {
    owner: 'Анна Котова',
    base: 'Доставка и возврат',
    question: 'Сколько стоит доставка?',
    answer: 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.',
    asked: 'сколько будет стоить доставка',
    secondQuestion: 'Как вернуть товар?',
    secondAnswer: 'Вернуть товар можно в течение 14 дней.',
    secondAsked: 'как вернуть товар?',
    request: 'а можно сегодня к вечеру?',
    operator: 'Да, привезём до восьми вечера.',
  },
  en: {
    owner: 'Ann Carter',
    base: 'Delivery and returns',
    question: 'How much is delivery?',
    answer: 'Delivery in the city is $5, free from $80.',
    asked: 'how much does the delivery cost?',
    secondQuestion: 'What is your return policy?',
    secondAnswer: 'Anything can be returned within 14 days.',
    secondAsked: 'what is the return policy?',
    request: 'can you bring it this evening?',
    operator: 'Yes, we will be there before eight.',
  },
} as const;
