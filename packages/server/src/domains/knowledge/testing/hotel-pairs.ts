/** Pairs of a small hotel, each asked in two ways without a common word, and a third way in which a customer asks. */
export const hotelPairs: { question: string; phrasing: string; answer: string; customer: string }[] = [
  {
    question: 'Можно приехать с собакой?',
    phrasing: 'Пускаете питомцев?',
    answer: 'Да, небольшие живут у нас без доплаты.',
    customer: 'А щенка взять разрешите?',
  },
  {
    question: 'Есть ли завтрак?',
    phrasing: 'Как у вас с питанием?',
    answer: 'Накрываем с восьми до одиннадцати.',
    customer: 'Покажите меню',
  },
  {
    question: 'Когда открыт бассейн?',
    phrasing: 'Где искупаться?',
    answer: 'С семи утра до девяти вечера.',
    customer: 'Хочется поплавать',
  },
  {
    question: 'У вас есть сауна?',
    phrasing: 'Попариться можно?',
    answer: 'Топим по пятницам.',
    customer: 'А баню сделаете?',
  },
  {
    question: 'Выдадите утюг?',
    phrasing: 'Надо погладить рубашку',
    answer: 'Спросите у стойки.',
    customer: 'Нужен отпариватель',
  },
  {
    question: 'Фен положите?',
    phrasing: 'Чем высушить волосы?',
    answer: 'Да, на полке у зеркала.',
    customer: 'Просушиться бы после дождя',
  },
  {
    question: 'Поставите кроватку?',
    phrasing: 'Малышу нужна люлька',
    answer: 'Принесём заранее.',
    customer: 'А колыбель?',
  },
  {
    question: 'Даёте велосипеды?',
    phrasing: 'Собираемся покататься',
    answer: 'Пять штук, бесплатно на два часа.',
    customer: 'А велик?',
  },
  {
    question: 'Разрешено курить на балконе?',
    phrasing: 'Куда выйти с сигаретой?',
    answer: 'Только во дворе.',
    customer: 'Где перекур?',
  },
  {
    question: 'Кондиционер включаете?',
    phrasing: 'Летом не душно?',
    answer: 'Он есть на втором этаже.',
    customer: 'Боюсь жары',
  },
  {
    question: 'Во дворе лежит мангал?',
    phrasing: 'Пожарим шашлык?',
    answer: 'В беседке, угли свои.',
    customer: 'Барбекю устроим',
  },
  {
    question: 'Тихо ли ночью?',
    phrasing: 'Не шумят под окнами?',
    answer: 'Окна смотрят в сад.',
    customer: 'Гремит что-нибудь?',
  },
  {
    question: 'Есть тренажёры?',
    phrasing: 'Заниматься фитнесом где?',
    answer: 'Зал в подвале.',
    customer: 'Качалка имеется?',
  },
  {
    question: 'Меняете полотенца?',
    phrasing: 'Простыни свежие?',
    answer: 'Каждые три дня.',
    customer: 'Бельё чистое?',
  },
];
