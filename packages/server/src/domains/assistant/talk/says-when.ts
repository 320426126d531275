const WHEN_SAID =
  /(?<!\p{N})\p{N}{1,2}[:.]\p{N}{2}(?!\p{N})|(?<!\p{L})(?:(?:понедельник|вторник|четверг|пятниц|суббот|воскресень)\p{L}{0,3}|сред(?:а|у|ы|ам)|пн|вт|ср|чт|пт|сб|вс|ежедневно|кажд(?:ый|ое|ую) (?:день|недел\p{L}|утро)|по будням|будни|по выходным|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|every (?:day|week)|weekdays|weekends)(?!\p{L})/iu;
const SOON_SAID =
  /(?<!\p{L})(?:сегодня|завтра|сразу|today|tomorrow|at once)(?!\p{L})|(?<!\p{L})(?:через|за|в течение|до|с|in|within|by) \p{N}|(?<!\p{N})\p{N}{1,2} (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|january|february|march|april|may|june|july|august|september|october|november|december)(?!\p{L})/iu;

/** A text names days or times of the day at which something takes place. */
export const saysTimes = (text: string): boolean => WHEN_SAID.test(text);

/** A text says when, in whatever way: by days, a date, or how soon. */
export const saysWhen = (text: string): boolean => WHEN_SAID.test(text) || SOON_SAID.test(text);
