/**
 * Beginnings of words that mean about the same, a line a thing: what lets texts without a common word lie near each other, as
 * in the vectors of a real model.
 */
const LINES = `
доставк достав привез привоз курьер домчит deliver courier ship bring
стоимост стоит стоят цен прайс почем тариф сколько-денег price cost fee rate
оплат заплат платеж рассчита расплат payment pay settle
возврат вернут вернуть сдать обратно refund return back
гаранти warrant guarant
ремонт почин сломал неисправ отремонт поломк repair fix broken
адрес находит расположен добрат проехат address located reach
график часы-работы открыт закрыва режим работаете hours open close schedule
скидк акци дешевл распродаж выгод discount sale cheaper promo
подар сюрприз презент gift present
букет цвет роз тюльпан флорист bouquet flower rose
собак пес щен питом животн dog puppy pet animal
ребен дет малыш сын дочк child kid baby
парков машин автомобил тачк parking car vehicle
интернет вайфай wi-fi wifi сеть internet
завтрак утром-еда еда питани кухн меню breakfast food meal menu
номер-комнат комнат апартамент room suite
бронир заброни резерв book reserv
отмен аннулир передума cancel annul
врач доктор терапевт специалист doctor physician
анализ кров обследован тест-крови blood test
запис прием визит appointment visit
стриж волос парикмах укладк haircut hair barber
маникюр ногт nail manicure
диван соф мебел кресл sofa couch furniture
кроват матрас спальн bed mattress
подъем этаж лифт занести lift floor stairs
сборк собрат монтаж установ assemble install
оригинал подлин подделк настоящ original genuine fake
размер габарит рост мерк size fit
цвет-оттен оттен тон-краск colour color shade
работ-ваканс ваканс трудоустро устроит job vacancy hire
жалоб претенз недовол complaint unhappy
пароль войти вход логин аккаунт password login account sign
оптов оптом партия юрлиц wholesale bulk
срок долго быстро скоро-ли term long quick soon
бесплатн даром задаром free gratis
наличн налик купюр cash
карт картой visa мир-карт card
документ справк бумаг договор document paper contract
бассейн искупа поплава плавател pool swim
саун баню баня парил попари парную sauna steam
утюг погладить отпарив iron
фен высуш просуш hairdryer dryer
кроватк люльк колыбел cot crib
велосипед велик покатат bicycle bike
кури сигарет перекур smoke smoking cigarette
кондиционер душн жар охлад прохлад conditioner cool
мангал шашлык барбекю пожар barbecue grill
тишин тих шум гром грем quiet noise
тренаж фитнес качалк штанг gym fitness
полотен белье простын towel linen
`;

const concepts = LINES.trim()
  .split('\n')
  .map((line) => line.split(' '));

const places = new Map(concepts.flatMap((beginnings, place) => beginnings.map((beginning) => [beginning, place])));
const MIN_BEGINNING = 3;

/** The number of the thing that a word stands for; undefined for a word that the table does not know. */
export function conceptOf(word: string): number | undefined {
  for (let length = word.length; length >= MIN_BEGINNING; length -= 1) {
    const place = places.get(word.slice(0, length));
    if (place !== undefined) return place;
  }
  return undefined;
}
