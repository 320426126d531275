/** One conversation of the picture: lines of the customer, and how long ago it was. */
export type Talk = {
  name: string;
  /** A person of Telegram has one; the others write on the site. */
  userName?: string;
  minutesAgo: number;
  lines: string[];
  isRead: boolean;
};

export const openTalk: Talk = {
  name: 'Мария Смирнова',
  userName: 'maria_s',
  minutesAgo: 0,
  lines: ['Здравствуйте! Диван «Норд» раскладывается?', 'а доставка сколко стоит?'],
  isRead: true,
};

/** What is said in the open conversation after the assistant's answers. */
export const handOver = {
  request: 'Спасибо! А можно привезти в субботу к одиннадцати?',
  answer: 'Мария, добрый день! В субботу с 10 до 12 есть место, записываю вас. Курьер позвонит за час.',
  thanks: 'Отлично, жду!',
};

export const otherTalks: Talk[] = [
  { name: 'Артём Гусев', minutesAgo: 186, lines: ['Здравствуйте, какие размеры у дивана «Норд»?'], isRead: true },
  { name: 'John Carter', userName: 'jcarter', minutesAgo: 141, lines: ['How much is the delivery?'], isRead: true },
  { name: 'Светлана Юрьева', minutesAgo: 96, lines: ['можно ли вернуть товар?', 'спасибо!'], isRead: true },
  { name: 'Дмитрий Орлов', minutesAgo: 52, lines: ['можно в рассрочку купить?'], isRead: true },
  {
    name: 'Елена Лебедева',
    userName: 'lebedeva',
    minutesAgo: 31,
    lines: ['А какая гарантия на механизм?'],
    isRead: true,
  },
  { name: 'Ольга Климова', minutesAgo: 14, lines: ['Есть ли кресло «Бриз» в синем цвете?'], isRead: false },
  {
    name: 'Игорь Павлов',
    userName: 'igor_pavlov',
    minutesAgo: 6,
    lines: ['Позовите, пожалуйста, менеджера'],
    isRead: false,
  },
  { name: 'Нина Соколова', minutesAgo: 3, lines: ['Где находится ваш магазин?'], isRead: false },
];
