/** Words that name columns in price lists, schedules and contacts. */
const COLUMN_NAMES = new Set(
  [
    '№ номер код артикул арт sku id наименование название имя фио товар услуга продукт модель марка бренд позиция вид тип',
    'категория раздел группа тираж формат зона цена стоимость сумма итого скидка тариф количество кол-во остаток наличие единица ед.изм',
    'размер вес объём цвет описание характеристика параметр значение комментарий примечание дата день время часы период',
    'срок начало конец год месяц город адрес регион страна район филиал магазин телефон почта e-mail email сайт ссылка',
    'контакты должность отдел сотрудник врач мастер вопрос ответ статус содержание условия мероприятия мероприятие',
    'no number code article item name title product service model brand position type category section group price cost',
    'amount total discount rate quantity qty stock availability unit size weight volume color colour description parameter',
    'value comment note notes date day time hours period from to start end year month city address region country branch',
    'store zone format phone mail website link contact role department employee question answer status plan feature',
  ]
    .join(' ')
    .split(' '),
);
export const MAX_NAME_CHARACTERS = 60;

export function isName(cell: string): boolean {
  return cell.length <= MAX_NAME_CHARACTERS && !isFigure(cell) && /\p{Letter}|№|#/u.test(cell);
}

export function isColumnName(cell: string): boolean {
  const words = cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,:;/()]/u);
  return words.length <= 4 && words.some((word) => COLUMN_NAMES.has(word));
}

export function isFigure(cell: string): boolean {
  const digits = cell.replaceAll(/\D/g, '').length;
  const letters = cell.replaceAll(/\P{Letter}/gu, '').length;
  return digits > 0 && digits >= letters;
}
