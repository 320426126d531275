const PERIOD =
  /(?<!\p{L})(?:гарант|аренд|прокат|догов[оа]р|контракт|подписк|хранени|рассрочк|кредит|срок|стаж|опыт|warrant|guarant|rent|lease|contract|subscription|experience)/iu;
const PERSON =
  /(?<!\p{L})(?:возраст|реб[её]н|дет(?:и|ей|ям|ск)|малыш|подрост|мальчик|девоч|школьник|child|kid|toddler|teen|boy|girl|aged?(?!\p{L}))/iu;

/** Whether the years of a cell or sentence are how long something lasts, and no age; undefined where it does not tell which. */
export function tellsPeriod(cell: string): boolean | undefined {
  const isOfPeriod = PERIOD.test(cell);
  return isOfPeriod === PERSON.test(cell) ? undefined : isOfPeriod;
}
