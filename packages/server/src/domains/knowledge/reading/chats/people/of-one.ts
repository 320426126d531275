import { hasAddress, hasPhone } from './told-things.ts';

/** Of one order, which is nobody else's. */
const ASKED_OF_ONE =
  /(?<!\p{L})(?:мо(?:й|я|ё|е|и|ю|его|ему|ей|их)|my|mine)(?!\p{L})|(?<!\p{L})где (?:же )?(?:заказ|курьер|посылка)|заказ\p{L}{0,3}\s(?:уже\s)?готов|готов\p{L}{0,3}\s(?:ли\s)?заказ|(?:order|parcel) ready|where is the (?:order|courier)/iu;
const TOLD_OF_ONE =
  /(?<!\p{L})ваш\p{L}{0,3}\s(?:заказ|посылк|запис|торт|букет)|your (?:order|parcel|booking|appointment)|(?:курьер|машина)\s(?:уже\s)?(?:выехал|едет)|(?:записал|забронировал|отложил|оформил|отправил|выслал|перезвон|позвон)\p{L}{0,5}\s(?:вас|вам|для вас)|i(?:'ll| will) (?:call|send|book) you/iu;
/** «Заказ № 45», «№ 4512 в пути»: not «автобус № 5». */
const NUMBERED =
  /(?<!\p{L})(?:заказ|накладн|трек|посылк|заявк|квитанц|order|invoice|booking|parcel|tracking)\p{L}{0,6}\s(?:номер\s|number\s)?[#№]\s?\d|^№\s?\d{3,}/iu;
/** «Заказ 4512»: not «при заказе 3000», «минимальный заказ 1000». */
const NUMBER_OF_ONE =
  /(?<!(?:при|от|на|до|свыше|минимальн\p{L}{2,3}|любо\p{L}{1,2}|кажд\p{L}{2,3}|сумм\p{L}{1,2}|стоимост\p{L}{1,2}|минимум|minimum|min|every|any|on|for|an|over)\s)(?<!\p{L})(?:заказ|накладн|трек|order(?!s)|invoice|booking|parcel|tracking)\p{L}{0,3}\s(?:номер\s|number\s)?\d{3,}(?![\d\s]{0,12}(?:\p{Sc}|р|шт|кг|г(?!\p{L})|экз|units|pcs|usd|eur|gbp))/iu;
const PLACE_OF_ONE =
  /(?<!\p{L})кв\.?\s?\d{1,3}|квартир\p{L}{0,3}\s(?:№\s?)?\d{1,3}|домофон\p{L}{0,2}:?\s(?:код\s)?\d{1,5}|подъезд\p{L}{0,2}\s\d{1,3}|(?<!\p{L})(?:flat|apt\.?|apartment)\s\d{1,4}/giu;
/** «Квартира 50 метров», «подъезд 500 ₽» */
const IS_AMOUNT =
  /^(?:\d|\s?[-–—]|\s{0,2}(?:м(?!\p{L})|м²|м2|кв\.?\s?м|метр|комн|этаж|спал|\p{Sc}|руб|р(?!\p{L})|тыс|час|чел|дн|мин|%|евро|тенге|usd|eur|bed|room|sq|min|people|hour))/iu;
/** «Привезём на Лесную, 5»: the business tells where it is itself with other words. */
const BROUGHT =
  /(?<!\p{L})(?:привез|привёз|достав|отправ|отвез|отвёз|довез|завез|едем|выезжа|подъе|deliver|bring|send|ship|sent|drop)\p{L}{0,8}(?!\p{L})/iu;
const TO_A_HOUSE =
  /(?<!\p{L})(?:на|к|адрес\p{L}{0,2}:?)\s(?:ул\.\s?|улицу\s)?\p{Lu}\p{Ll}{2,30},?\s(?:д\.\s?|дом\s)?\d{1,3}(?!\d|\s?(?:\p{Sc}|руб|р|кг|км|шт|мин|час|дн|%))/u;
const CALLS_BACK =
  /(?<!\p{L})(?:перезвон|позвон|набер|свяж)(?:им|ит|ят|ём|ем|ут|ёт|ет|у|ю|имся|ется|емся)(?!\p{L})|(?:will|'ll) (?:call|ring|text|contact)/iu;

export const asksOfOne = (sentence: string): boolean => ASKED_OF_ONE.test(sentence) || isOfOne(sentence);

export const tellsOfOne = (sentence: string): boolean =>
  TOLD_OF_ONE.test(sentence) || isOfOne(sentence) || (CALLS_BACK.test(sentence) && hasPhone(sentence));

const isOfOne = (sentence: string): boolean =>
  NUMBERED.test(sentence) || NUMBER_OF_ONE.test(sentence) || namesPlace(sentence) || isBroughtThere(sentence);

const namesPlace = (sentence: string): boolean =>
  [...sentence.matchAll(PLACE_OF_ONE)].some(
    ({ 0: found, index }) => !IS_AMOUNT.test(sentence.slice(index + found.length)),
  );

const isBroughtThere = (sentence: string): boolean =>
  BROUGHT.test(sentence) && (TO_A_HOUSE.test(sentence) || hasAddress(sentence));
