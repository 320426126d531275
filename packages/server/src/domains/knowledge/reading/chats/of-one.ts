import { hasAddress, hasPhone } from './told-things.ts';

/** Of one order, which is nobody else's. */
const ASKED_OF_ONE =
  /(?<!\p{L})(?:мо(?:й|я|ё|е|и|ю|его|ему|ей|их)|my|mine)(?!\p{L})|(?<!\p{L})где (?:же )?(?:заказ|курьер|посылка)|заказ\p{L}{0,3}\s(?:уже\s)?готов|готов\p{L}{0,3}\s(?:ли\s)?заказ|(?:order|parcel) ready|where is the (?:order|courier)/iu;
const TOLD_OF_ONE =
  /(?<!\p{L})ваш\p{L}{0,3}\s(?:заказ|посылк|запис|торт|букет)|your (?:order|parcel|booking|appointment)|(?:курьер|машина)\s(?:уже\s)?(?:выехал|едет)|(?:записал|забронировал|отложил|оформил|отправил|выслал|перезвон|позвон)\p{L}{0,5}\s(?:вас|вам|для вас)|i(?:'ll| will) (?:call|send|book) you/iu;
/** «Заказ 4512», «кв. 12»: not «при заказе 3000 ₽». */
const NUMBER_OF_ONE =
  /№\s?\d|(?<!\p{L})(?:заказ|накладн|трек|order|invoice|booking|parcel|tracking)\p{L}{0,3}\s(?:номер\s|number\s)?[#№]?\s?\d{3,}(?![\d\s]{0,12}(?:\p{Sc}|р|шт|кг|г(?!\p{L})|экз|units|pcs|usd|eur|gbp))/iu;
const PLACE_OF_ONE =
  /(?<!\p{L})кв\.?\s?\d|квартир\p{L}{0,3}\s\d|домофон|подъезд\p{L}{0,2}\s\d|(?<!\p{L})(?:flat|apt\.?|apartment)\s\d/iu;
/** «Привезём на Лесную, 5»: the business tells where it is itself with other words. */
const BROUGHT =
  /(?<!\p{L})(?:привез|привёз|достав|отправ|отвез|отвёз|довез|завез|едем|выезжа|подъе|deliver|bring|send|ship|sent|drop)\p{L}{0,8}(?!\p{L})/iu;
const TO_A_HOUSE =
  /(?<!\p{L})(?:на|к|адрес\p{L}{0,2}:?)\s(?:ул\.\s?|улицу\s)?\p{Lu}\p{Ll}{2,30},?\s(?:д\.\s?|дом\s)?\d{1,3}(?!\d|\s?(?:\p{Sc}|руб|р|кг|км|шт|мин|час|дн|%))/u;
const CALLS_BACK =
  /(?<!\p{L})(?:перезвон|позвон|набер|свяж)(?:им|ит|ят|ём|ем|ут|ёт|ет|у|ю|имся|ется|емся)(?!\p{L})|(?:will|'ll) (?:call|ring|text|contact)/iu;

export const asksOfOne = (sentence: string): boolean =>
  ASKED_OF_ONE.test(sentence) ||
  NUMBER_OF_ONE.test(sentence) ||
  PLACE_OF_ONE.test(sentence) ||
  (BROUGHT.test(sentence) && (TO_A_HOUSE.test(sentence) || hasAddress(sentence)));

export const tellsOfOne = (sentence: string): boolean =>
  TOLD_OF_ONE.test(sentence) ||
  NUMBER_OF_ONE.test(sentence) ||
  PLACE_OF_ONE.test(sentence) ||
  (BROUGHT.test(sentence) && (TO_A_HOUSE.test(sentence) || hasAddress(sentence))) ||
  (CALLS_BACK.test(sentence) && hasPhone(sentence));
