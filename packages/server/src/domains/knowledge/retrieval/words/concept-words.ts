/**
 * Everyday words that customers use for one another, a concept per line, Russian and English together, so that a
 * question finds a pair that says it otherwise or in the other language. Written by hand for any trade; a word stands
 * in more than one line only where it truly has both meanings. What only belongs together («ужин» and «завтрак») stands
 * in kin-words.ts.
 */
export const CONCEPT_WORDS = `
цена стоимость платный тариф расценка прайс ценник стоит стоить сколько price cost pricing tariff rate fee much
оплата оплатить оплачивать платить заплатить платеж внести взнос pay payment paid paying checkout расплатиться
бесплатно бесплатный даром free gratis complimentary
деньги средства money funds
сумма sum amount
наличные наличка cash
карта карточка card visa
карта карточка card mastercard
шина покрышка tyre tire
айфон iphone
айпад ipad
самсунг samsung
ксиоми сяоми xiaomi
хуавей huawei
кредит займ ссуда credit loan
рассрочка instalment installment
долг задолженность debt overdue
скидка акция распродажа discount sale promo promotion
промокод купон coupon voucher promocode
бонус балл bonus points
кэшбэк cashback
loyalty reward
счет инвойс invoice bill
квитанция чек receipt
налог tax
ндс vat
перевод перевести перечислить перечисление transfer remittance
банк банковский bank
баланс остаток balance remaining
комиссия commission fee surcharge
штраф пени неустойка fine penalty
зарплата заработная оклад жалование заработок salary wage payroll earnings
премия вознаграждение bonus reward award
компенсация возмещение возместить компенсировать compensation compensate reimburse reimbursement
льгота льготный привилегия benefit privilege perk
пособие allowance benefit
выплата payout
пенсия пенсионный pension retirement
страховка страхование полис страховой insurance policy insured
возврат вернуть вернете верните вернут возвращать возвратить вернуться refund return reimbursement возврата возвращаете
обмен обменять поменять exchange swap replace обмена обменивать обмениваете
купить покупать покупка приобрести приобретение buy purchase purchasing bought acquire
заказ заказать заказывать оформить order ordering
продать продажа продавать sell sale sold
магазин лавка бутик shop store
товар продукт изделие product item goods merchandise
артикул article
ассортимент каталог выбор catalog catalogue assortment range
наличие available availability stock
склад warehouse depot storage
доставка доставить доставлять привезти привоз delivery deliver shipping shipment ship доставляете привезете привозите везете
посылка отправление бандероль parcel package
пакет package
курьер courier
отслеживать отследить трек трекинг track tracking trace
получить получение получать забрать receive get obtain collect pickup
отправить отправка отправлять послать выслать прислать send sending submit dispatch
самовывоз pickup collect
почта почтовый post mail postal
адрес расположение местоположение находиться address location located situated
город town city
страна государство country nation
дорога путь маршрут проезд добраться route road way directions
карта схема map
отменить отмена отменять аннулировать отказаться отказ cancel cancellation annul revoke abort
изменить изменение изменять менять поменять сменить редактировать исправить корректировать change modify edit update alter correct amend adjust
обновить обновление апдейт апгрейд update upgrade refresh
удалить удаление удалять стереть убрать delete remove erase removal clear
добавить добавление добавлять внести прибавить add adding include insert append
создать создание создавать завести сделать create make new creating
открыть открытие открывать завести open opening
закрыть закрытие закрывать close closing shut
включить включение активировать подключить запустить активация enable activate on connect start switch
выключить отключить отключение деактивировать disable deactivate off disconnect switch stop
начать начало начинать старт start begin beginning commence
закончить конец завершить окончание прекратить остановить finish end complete stop terminate
проверить проверка проверять узнать check verify verification inspect
найти поиск искать отыскать find search locate look
выбрать выбор выбирать choose select choice option pick
показать покажи показывать увидеть посмотреть просмотр show display view see look
сказать рассказать расскажи сообщить tell say inform
объяснить пояснить объясни explain clarify
помочь помощь поддержка help assistance support assist aid
проблема неполадка ошибка сбой неисправность problem issue trouble error fault failure bug
сломаться сломан поломка поломать broken break damaged damage defective defect faulty
испорчен поврежден повреждение брак бракованный damaged defective defect damage
замена замены замену заменой заменить заменять заменяете менять меняете поменять поменяете сменить смена replacement replace change changing
мойка мыть моете моют помыть помоете вымыть мытье wash washing
чистка чистить чистите почистить очистить очистка химчистка clean cleaning
стрижка стричь стрижете стригут постричь постричься подстричь подстричься haircut cut trim
покраска красить красите покрасить перекрасить окраска окрасить окрашивание paint painting dye dyeing coloring colouring
снятие снять снимать снимаете демонтаж removal remove
настройка настроить настраивать настраиваете отрегулировать tune tuning
регулировка регулировать отрегулировать adjust adjustment
сборка собрать собирать собираете assembly assemble
хранение хранить храните storage store storing
заправка заправить заправлять заправляете refill refilling
перенос перенести переносить переносите reschedule rescheduling
вывоз вывезти вывезете вывозить вывозите увезти увезете увозите
подъем подъема поднять поднимать поднимаете
занести занос
замер замеры измерить замерить замерщик measure measurement
заточка заточить точить точите наточить sharpen sharpening
пошив пошить сшить шить шьете tailoring sew sewing
упаковка упаковать упаковывать упаковываете packing pack
печать напечатать печатать печатаете распечатать распечатка printing print
стирка стирать стираете постирать laundry
консультация консультировать консультируете проконсультировать consultation consult
диагностика диагностировать продиагностировать diagnostics diagnose
наращивание нарастить наращивать наращиваете
ремонт починить ремонтировать ремонтируете отремонтировать repair fix mend починка чинить чините чинят починят
работать работает функционировать работа work working function operate
работа должность вакансия трудоустройство job vacancy position employment career
работник сотрудник персонал рабочий employee worker staff personnel
работодатель компания организация фирма предприятие employer company organization organisation firm enterprise business
начальник руководитель руководство директор шеф boss head director supervisor chief
менеджер manager
увольнение уволить уволиться dismissal resign resignation fired quit
отпуск vacation leave holiday
выходной weekend
праздник праздничный holiday
больничный нетрудоспособность sick
болезнь illness
командировка командировочный
поездка trip travel
обучение учеба учиться обучаться training study learning education learn
курс course
тренинг training
школа school
университет вуз институт university college institute
ребенок дети детский сын child children kid
ребенок дети детский дочь child children kid
малыш baby
родитель мать мама parent mother mom
родитель отец папа parent father dad
семья семейный family
жена супруга wife spouse
муж супруг husband spouse
женщина девушка woman female lady
мужчина парень man male
друг приятель товарищ friend buddy
человек люди гражданин person people human individual
дом house home
жилье жилой жилищный housing accommodation home
квартира apartment flat
комната номер room
гостиница отель hotel
хостел hostel
аренда арендовать снять съем прокат rent rental lease hire
ипотека ипотечный mortgage
машина автомобиль авто тачка car automobile vehicle auto
поезд train
железнодорожный railway rail
самолет авиа plane
рейс перелет flight
билет ticket
такси taxi cab uber
стоянка парковка parking
бронь бронирование забронировать резерв зарезервировать booking book reserve reservation
запись записаться записать appointment booking записи запишите записываете
прием appointment
встреча собрание совещание meeting appointment
мероприятие event
расписание график timetable schedule
календарь calendar
время час часы time hour
день day
завтра tomorrow
сегодня today
вчера yesterday
утро утром morning
вечер вечером evening tonight
неделя week weekly
месяц month monthly
год лет year annual
срок период дата долго продолжительность period term deadline duration date long
быстро скорый срочно срочный quick fast quickly urgent urgently soon
позже late
задержка опоздать опоздание задерживать delay late delayed
ждать ожидать ожидание wait waiting expect
будильник alarm
разбудить wake
напоминание напомнить напоминать remind reminder
уведомление оповещение notification notify alert
телефон мобильный смартфон трубка сотовый phone telephone mobile smartphone cellphone
звонок позвонить звонить дозвониться call phone ring dial
номер number
связаться связь контакт обратиться обращение contact reach touch
сообщение message
письмо letter
смс sms text
email имейл почта электронный mail
чат мессенджер chat messenger
оператор operator
консультант consultant
агент agent
жалоба пожаловаться претензия недовольный complaint complain claim dissatisfied
отзыв мнение review feedback opinion comment
оценка рейтинг rating
вопрос спросить question ask query inquiry
ответ ответить answer reply respond response
аккаунт профиль кабинет учетный account profile
пароль password passcode
войти вход логин авторизация авторизоваться зайти login log sign signin enter access
выйти выход разлогиниться logout signout exit leave
регистрация зарегистрироваться регистрироваться register registration signup sign enroll enrollment
подписка подписаться subscription subscribe
отписаться отписка unsubscribe
доступ access
блокировка заблокировать блокировать бан block blocked ban locked
восстановить восстановление сбросить сброс recover recovery restore reset retrieve
забыть забыл forgot forget forgotten
потерять утратить потерял lost lose
безопасность защита безопасный защитить security safety secure safe protection protect
данные информация сведения data information details info
персональный личный частный приватный personal private privacy
документ document paper
бумага paper
справка свидетельство certificate
заявление заявка запрос ходатайство application request claim apply
договор контракт соглашение contract agreement
подпись подписать signature sign
паспорт passport
правило условие требование порядок регламент rule condition requirement terms policy regulation
закон право законный юридический law legal right
гарантия гарантийный warranty guarantee
инструкция руководство manual instruction guide tutorial
настройка настроить параметр конфигурация setting settings setup configure configuration preference
установить установка инсталлировать поставить install installation setup устанавливать устанавливаете ставить ставите монтаж монтировать смонтировать
скачать загрузить загрузка download load upload
сохранить сохранение save store keep
файл file
картинка изображение picture image
фото фотография снимок picture photo photograph
видео ролик video clip
фильм кино movie film
музыка music
песня трек song track
мелодия tune
певец singer
исполнитель артист artist
музыкант musician
плейлист playlist
играть сыграть воспроизвести проиграть включи play playing
игра game
радио radio
станция station
книга книжка book
аудиокнига audiobook
новость новости news headline
погода weather
прогноз forecast
температура temperature
дождь rain rainy
зонт umbrella
снег снежный snow snowy
свет освещение light lighting
лампа lamp light
лампочка bulb
яркий яркость ярче bright brightness brighter
темный темнее приглушить dim dark darker
цвет color colour
громкость громкий громко громче звук volume loud louder sound
тихо тихий тише беззвучный quiet mute silent quieter
кофе coffee
уборка убрать clean cleaning
пылесос пылесосить vacuum
чистый clean
еда питание пища food meal
блюдо dish meal
рецепт recipe
приготовить готовить варить cook cooking prepare
ресторан restaurant
кафе cafe
ужин dinner supper
обед lunch
завтрак breakfast
список перечень лист list
шутка анекдот пошутить joke funny
размер габарит size dimension
вес масса weight
качество quality
материал material
большой крупный big large huge
маленький небольшой small little
новый new latest recent
свежий fresh
старый old
лучший лучше хороший best better good great
плохой хуже bad worse worst
похожий аналог альтернатива alternative similar substitute
замена replacement substitute
разница отличие отличаться различие сравнить difference differ compare different
совет посоветовать рекомендация рекомендовать порекомендовать advice recommend recommendation suggest suggestion advise
возможно возможность possible possibility opportunity
нужно необходимый требоваться обязательный need required necessary must mandatory
разрешено разрешение разрешить allowed permission permit allow
запрещено запрет нельзя forbidden prohibited banned
опасный опасность риск dangerous danger risk hazard
лечение лечить вылечить терапия treatment cure treat therapy
медицинский medical
врач доктор медик doctor physician medic
больница hospital
клиника поликлиника clinic
лекарство препарат медикамент medicine drug medication
таблетка pill
вакцина прививка вакцинация vaccine vaccination shot
симптом признак symptom sign
заразиться заражение инфекция инфицировать infect infection infected catch contract
распространяться распространение передаваться spread transmit transmission
вирус virus
маска mask
больной заболеть болеть болезнь заболевание sick ill illness disease
здоровье здоровый health healthy
санаторий sanatorium
оздоровление оздоровительный wellness
курорт resort
лагерь camp
сад садик дошкольный kindergarten preschool daycare nursery
спорт спортивный sport
фитнес fitness gym
тренировка workout
компьютер пк computer pc
ноутбук laptop notebook
интернет вайфай internet wifi web online
сеть network
сайт страница портал site website page portal
программа приложение софт app application software program programme
принтер printer
печать распечатать print printing
экран дисплей screen display
монитор monitor
кнопка нажать button press click
сервер server hosting
язык language
перевод перевести translate translation
имя name
фамилия surname
название зовут называться name called title
автор создатель author creator
король царь император king emperor tsar
война сражение битва war battle
победить выиграть победа выигрывать win won victory winner
умереть смерть погибнуть death die died dead
родиться рождение born birth
построить строительство возвести построен build built construct construction
самый крупнейший наибольший largest biggest greatest most
столица capital
население житель проживать population inhabitant resident live
использовать применять пользоваться применение use usage apply using
причина почему reason cause why
влиять влияние воздействие affect influence impact effect
`;
