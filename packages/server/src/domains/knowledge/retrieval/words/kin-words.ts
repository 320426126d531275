/**
 * Everyday words that belong together without meaning the same, a kind per line: what is asked with one of them may be
 * found and offered by another, but a lunch has no price of a breakfast. Those of a line that do mean the same stand in
 * concept-words.ts besides.
 */
export const KIN_WORDS = `
деньги средства сумма money funds cash sum amount
карта карточка card visa mastercard
кредит займ ссуда рассрочка credit loan instalment installment
скидка акция распродажа промокод купон discount sale promo coupon voucher promotion promocode
бонус балл кэшбэк bonus points cashback loyalty reward
счет инвойс квитанция чек invoice bill receipt
налог ндс вычет tax vat
пособие выплата субсидия allowance payout benefit
товар продукт изделие артикул product item goods article merchandise
посылка отправление пакет бандероль parcel package
настройка настроить настраивать настраиваете регулировка регулировать отрегулировать adjust adjustment tune tuning
подъем подъема поднять поднимать поднимаете занести занос
начальник руководитель руководство директор шеф менеджер boss manager head director supervisor chief
выходной праздник праздничный holiday weekend
больничный нетрудоспособность болезнь sick illness
командировка командировочный поездка trip travel
обучение учеба учиться курс тренинг обучаться training course study learning education learn lesson
школа училище school
ребенок дети детский малыш сын дочь child children kid baby
родитель мать отец мама папа parent mother father mom dad
жена муж супруг супруга wife husband spouse
дом жилье квартира жилой жилищный house home apartment flat housing accommodation
комната помещение номер room
гостиница отель хостел hotel hostel
поезд железнодорожный электричка вагон train railway rail
самолет авиа рейс перелет plane flight aircraft airline
запись записаться записать прием appointment booking записи запись запишите записываете
встреча собрание совещание мероприятие meeting appointment event conference
расписание график календарь timetable schedule calendar agenda
день сутки day
вечер вечером evening tonight night
позже задержка опоздать опоздание задерживать delay late delayed
будильник разбудить тревога alarm wake
сообщение письмо смс message letter sms text
оператор консультант специалист агент operator agent representative consultant
отзыв оценка мнение рейтинг review feedback rating opinion comment
пароль password passcode pin
регистрация зарегистрироваться регистрироваться register registration signup sign enroll enrollment subscribe
подписка подписаться подписать subscription subscribe newsletter
забыть забыл потерять утратить потерял forgot forget forgotten lost lose
документ бумага справка свидетельство document paper certificate
картинка фото фотография изображение снимок picture photo image photograph
видео ролик фильм кино video movie film clip
музыка песня трек мелодия композиция music song track tune
певец исполнитель артист музыкант singer artist musician
радио станция radio station
книга книжка аудиокнига book audiobook
погода температура прогноз weather temperature forecast
дождь зонт осадки rain umbrella rainy
свет лампа освещение лампочка light lamp bulb lighting
уборка убрать пылесос пылесосить чистый clean cleaning vacuum
еда питание блюдо пища food meal dish
рецепт приготовить готовить варить recipe cook cooking prepare
ресторан кафе restaurant cafe
ужин обед завтрак dinner lunch breakfast supper
новый свежий new fresh recent latest
похожий аналог альтернатива замена alternative similar replacement substitute
лечение лечить вылечить медицинский терапия treatment cure treat therapy medical
больница клиника поликлиника hospital clinic
лекарство препарат таблетка медикамент medicine drug medication pill
маска mask respirator
санаторий оздоровление оздоровительный курорт sanatorium resort wellness
спорт спортивный фитнес тренировка sport fitness gym workout
компьютер ноутбук пк computer laptop pc notebook
интернет сеть вайфай internet network wifi web online
принтер печать распечатать printer print printing
экран дисплей монитор screen display monitor
имя фамилия название зовут называться name surname called title
кто автор создатель author creator
`;
