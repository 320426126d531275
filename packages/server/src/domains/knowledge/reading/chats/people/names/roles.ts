const CUSTOMER =
  /(?<!\p{L})(?:клиент|покупател|заказчик|гость|гостья|пользовател|посетител|customer|client|buyer|guest|visitor|user)/iu;
const CUSTOMER_ALONE = /^(?:к|кл|в|q|c)\.?$/iu;
const BUSINESS =
  /(?<!\p{L})(?:менеджер|оператор|админ|магазин|салон|студия|мастерская|кафе|пекарня|поддержк|консультант|продав|сотрудни|компани|ассистент|бот(?!\p{L})|manager|operator|admin|shop|store|studio|support|seller|staff|agent|assistant|team|company|bot(?!\p{L}))/iu;
/** Not «Я»: customers save their chats too. */
const BUSINESS_ALONE = /^(?:м|о|а|a|мы|we)\.?$/iu;
export const isNamedCustomer = (speaker: string): boolean => CUSTOMER.test(speaker) || CUSTOMER_ALONE.test(speaker);

export const isNamedBusiness = (speaker: string): boolean =>
  !isNamedCustomer(speaker) && (BUSINESS.test(speaker) || BUSINESS_ALONE.test(speaker));

/** Whether a word says no more of who speaks than for which side. */
export const isRole = (word: string): boolean => CUSTOMER.test(word) || BUSINESS.test(word);
