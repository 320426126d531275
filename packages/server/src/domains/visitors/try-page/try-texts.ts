import type { Locale } from '@otvet/contract';

type TryTexts = {
  title: string;
  bar: string;
  copyHint: string;
  switchTo: string;
  shop: string;
  menu: [string, string, string];
  headline: string;
  lead: string;
  goods: [Good, Good, Good];
  facts: [string, string, string];
  footer: string;
  missingTitle: string;
  missingText: string;
};

type Good = { name: string; note: string; price: string };

/** Texts of the sample shop; they are part of the page alone. */
export const tryTexts: Record<Locale, TryTexts> = {
  ru: {
    title: 'Пробная страница виджета',
    bar: 'Пробная страница: так виджет выглядит на вашем сайте. Задайте вопрос в нижнем углу.',
    copyHint: 'Строка для вашего сайта, перед </body>:',
    switchTo: 'English',
    shop: 'Тихий дом',
    menu: ['Диваны', 'Свет', 'Доставка'],
    headline: 'Мебель, в которой тихо',
    lead: 'Простые вещи из дерева и льна. Собираем в Твери, привозим по всей России, забираем обратно, если не подошло.',
    goods: [
      { name: 'Диван «Норд»', note: 'Спальное место 150 × 200 см', price: '64 900 ₽' },
      { name: 'Торшер «Маяк»', note: 'Дуб, тёплый свет 2700 К', price: '8 400 ₽' },
      { name: 'Кресло «Бриз»', note: 'Лён, семь оттенков', price: '27 500 ₽' },
    ],
    facts: ['Доставка от 3 дней', 'Гарантия 24 месяца', 'Возврат 30 дней'],
    footer: 'Магазин придуман для примера: купить здесь ничего нельзя.',
    missingTitle: 'Такого виджета нет',
    missingText: 'Проверьте адрес: номер канала стоит в настройках виджета.',
  },
  en: {
    title: 'Try the widget',
    bar: 'Try-out page: this is how the widget looks on your site. Ask a question in the lower corner.',
    copyHint: 'The line for your site, before </body>:',
    switchTo: 'Русский',
    shop: 'Quiet Home',
    menu: ['Sofas', 'Light', 'Delivery'],
    headline: 'Furniture that keeps quiet',
    lead: 'Plain things of wood and linen. Made in a small workshop, brought to your door, taken back if they do not fit.',
    goods: [
      { name: 'Nord sofa', note: 'Folds out to 150 × 200 cm', price: '$690' },
      { name: 'Lighthouse lamp', note: 'Oak, warm light 2700 K', price: '$90' },
      { name: 'Breeze armchair', note: 'Linen, seven shades', price: '$290' },
    ],
    facts: ['Delivered from 3 days', '24 months of warranty', '30 days to return'],
    footer: 'This shop is an example: nothing can be bought here.',
    missingTitle: 'There is no such widget',
    missingText: 'Check the address: the number of the channel stands in the settings of the widget.',
  },
};
