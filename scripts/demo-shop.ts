/** Knowledge of the sample shop of `npm run demo`: furniture, in Russian and English. */
export const samplePairs: { question: string; answer: string }[] = [
  {
    question: 'Сколько стоит доставка?',
    answer:
      'Доставка по Москве — 990 ₽, при заказе от 30 000 ₽ бесплатно. В другие города отправляем транспортной компанией, расчёт при оформлении.',
  },
  {
    question: 'Сколько дней ждать доставку?',
    answer: 'По Москве — 1–2 дня, в регионы — от 3 до 10 дней. Точную дату подтвердит курьер.',
  },
  {
    question: 'Доставляете ли вы в регионы?',
    answer: 'Да, по всей России транспортными компаниями «Деловые Линии» и СДЭК. Стоимость зависит от веса и города.',
  },
  {
    question: 'Какие есть способы оплаты?',
    answer: 'Картой на сайте, по СБП, наличными или картой курьеру, по счёту для организаций.',
  },
  {
    question: 'Можно ли оформить рассрочку?',
    answer: 'Да, рассрочка на 6 или 12 месяцев без переплаты. Нужен только паспорт, решение за 5 минут.',
  },
  {
    question: 'Какая гарантия на мебель?',
    answer: 'На механизмы — 24 месяца, на обивку и каркас — 12 месяцев со дня покупки.',
  },
  {
    question: 'Как вернуть товар?',
    answer: 'Вернуть мебель без следов сборки можно в течение 14 дней. Напишите номер заказа — пришлём курьера.',
  },
  {
    question: 'Раскладывается ли диван «Норд»?',
    answer:
      'Да, «Норд» раскладывается в спальное место 150 × 200 см. Механизм «еврокнижка», ящик для белья входит в комплект.',
  },
  {
    question: 'Какие размеры у дивана «Норд»?',
    answer: 'Ширина 230 см, глубина 98 см, высота 85 см. Спальное место 150 × 200 см.',
  },
  { question: 'Собираете ли вы мебель?', answer: 'Да, сборка — 10 % от стоимости, мастер приедет в день доставки.' },
  {
    question: 'Где находится ваш магазин?',
    answer: 'Москва, ул. Большая Полянка, 12. Метро «Полянка», 5 минут пешком.',
  },
  { question: 'Режим работы магазина?', answer: 'Ежедневно с 10:00 до 21:00, без перерывов и выходных.' },
  {
    question: 'Можно ли посмотреть образцы ткани?',
    answer: 'Да, образцы есть в магазине, а ещё мы бесплатно пришлём до пяти образцов курьером.',
  },
  {
    question: 'How much is delivery?',
    answer: 'Delivery within Moscow is 990 ₽, free for orders over 30,000 ₽. We ship to other cities by carrier.',
  },
  {
    question: 'Do you ship abroad?',
    answer: 'We ship to Belarus, Kazakhstan and Armenia; the cost is calculated at checkout.',
  },
  {
    question: 'What is your return policy?',
    answer:
      'Unassembled furniture can be returned within 14 days. Send us the order number and we will arrange a courier.',
  },
];

/** What the sample customers write first, in turn. */
export const sampleQuestions: string[] = [
  'Здравствуйте! Диван «Норд» раскладывается?',
  'а доставка сколко стоит?',
  'Позовите, пожалуйста, менеджера',
  'How much is the delivery?',
  'А какая гарантия на механизм?',
  'можно в рассрочку купить?',
];
