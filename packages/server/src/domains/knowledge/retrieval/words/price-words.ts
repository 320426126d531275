import { stemWord } from './stem-word.ts';

const HOW_MUCH = 'сколько much';
const HOW_MUCH_SLIPS = 'скока скоко скок';
const NAMES = 'цена стоимость price cost';
const COSTS = 'стоит стоят стоить почем';
const LIST = 'прайс';
/** They tell that a thing is paid for, and are asked of beside it: «доставка платная?». */
const CHARGES = 'платный бесплатный тариф расценка pricing fee';
const SLIPS = 'пчем';

const listOf = (...words: string[]): string[] => words.join(' ').split(' ');
const NAME_FORMS = listOf('цена цены цену цене стоимость price prices cost costs');
const WORDS = new Set([...NAME_FORMS, ...listOf(HOW_MUCH, HOW_MUCH_SLIPS, COSTS, LIST, SLIPS)]);
const NAME_WORDS = new Set(NAME_FORMS);
const HOW_MUCH_WORDS = new Set(listOf(HOW_MUCH, HOW_MUCH_SLIPS));
const CHARGE_STEMS = new Set(listOf(NAMES, COSTS, LIST, CHARGES).map(stemWord));

/** A lower-case word of a question that asks for a price and says nothing of what it is the price of: what is left without them is the thing. */
export const isPriceWord = (word: string): boolean => WORDS.has(word);

/** «доставка сколько», "taxi how much": as its last word it asks for a price. */
export const isHowMuch = (word: string): boolean => HOW_MUCH_WORDS.has(word);

/** «цена», "cost": a noun, which stays with the thing that it is the price of. */
export const isPriceName = (word: string): boolean => NAME_WORDS.has(word);

/** For the search: the words that ask for a price, and the name of a column, in whatever form. */
export const PRICE_STEMS: ReadonlySet<string> = new Set(listOf(HOW_MUCH, NAMES, COSTS, LIST).map(stemWord));
export const isPriceStem = (stem: string): boolean => PRICE_STEMS.has(stem);

/** What is asked or said has to do with a price; «сколько» alone may be of a time or a number. */
export const isChargeStem = (stem: string): boolean => CHARGE_STEMS.has(stem);
