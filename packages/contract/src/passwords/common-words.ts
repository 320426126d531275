/**
 * Words that head the published counts of leaked passwords, in Latin and Cyrillic, chosen by hand (2026-11-20).
 * With digits and signs around them, which zxcvbn strips or reads as letters, they cover several thousand
 * passwords of eight characters and more.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passw pass passpass pwd parol secret secrets topsecret access login logon user username guest test
  testtest testing demo default changeme change temp temppass root toor admin administrator superadmin adminadmin master
  system server manager welcome welcomeback hello hellohello letmein letmeinnow open opensesame iloveyou loveyou lovely
  love lovelove mylove loveme sweetheart darling honey sweet sweety baby babygirl angel angels princess queen king prince
  sunshine sunflower flower flowers rainbow butterfly dolphin dragon monkey tiger lion panther eagle falcon wolf kitten
  puppy horse dog cat mouse chicken bear shadow ghost phantom killer hunter ranger soldier warrior knight batman superman
  spiderman ironman starwars startrek pokemon naruto pikachu minecraft fortnite football baseball basketball soccer
  hockey tennis liverpool arsenal chelsea barcelona realmadrid juventus manchester spartak zenit dinamo lokomotiv
  computer internet google facebook instagram youtube twitter microsoft windows apple iphone samsung android nokia xiaomi
  yandex mailru vkontakte whatsapp telegram viber avito michael jordan jennifer jessica michelle daniel andrew thomas
  robert charlie george matthew joshua anthony william richard samantha amanda ashley nicole hannah sophie olivia
  alexander alexandra alexey alexei sergey sergei andrey andrei dmitry dmitriy dmitri ivan ivanov ivanova petrov maxim
  nikita vladimir vladislav mikhail natasha natalia natalya tatiana tatyana ekaterina katerina anastasia anastasiya
  nastya marina irina svetlana oksana kristina victoria viktoria elizabeth moscow moskva russia rossiya london newyork
  america canada germany ukraine cccp ussr summer winter spring autumn january february march april june july august
  september october november december monday friday sunday samara freedom forever friends friend family mother father
  mommy daddy brother sister jesus christ jesuschrist blessed heaven god money dollar business company office work
  secure security safety private number one cheese chocolate cookie coffee pepper ginger banana orange cherry strawberry
  purple yellow silver golden diamond crystal matrix trustno trustnoone whatever nothing something anything blink music
  guitar piano metallica nirvana slipknot mustang ferrari porsche mercedes corvette harley toyota honda bmw audi
  qwerty qwert qwertyu qwertyui qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
  qwertyasdf qwertyzxcv qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc qwe qweqwe qweqweqwe asd asdasd asdasdasd zxc
  zxczxc zaqwsx zaqxsw q2w3e q2w3e4r q2w3e4r5t q1w2e3r q1w2e3r4t w2e3r4 w2e3r4t qaz2wsx qaz2wsx3edc qaz1wsx qaz123wsx poiuytrewq lkjhgfdsa mnbvcxz abc abcabc abcd abcdef abcdefg abcdefgh abcdefghi aaa aaaa xxx zzz
  пароль парольпароль секрет привет приветпривет любовь люблю ялюблютебя любимая любимый солнце солнышко зайка котенок
  малыш ангел принцесса королева король наташа настя марина ирина светлана сергей андрей дмитрий александр алексей
  максим никита владимир москва россия спартак зенит футбол хоккей друзья семья мама папа мамапапа деньги работа
  админ администратор пользователь компьютер тест доступ вход йцукен йцукенг йцукенгш йцукенгшщз фывапр фыва фывапролдж
  ячсмить йфяцычувс йцу йцуйцу фывфыв ятебялюблю ялюблюсебя ялюблюмаму наташенька сереженька сашенька дашенька
  катюша катя саша даша маша миша дима денис антон артем роман павел олег игорь евгений елена ольга юлия татьяна екатерина
  анастасия виктория кристина алина полина карина диана вероника самара питер котик котенок собака кошка кот динамо цска
  локомотив рубин краснодар казань новосибирск сочи украина беларусь
  sergey aleksey aleksandr aleksandra evgeniy elena olga yulia tatyana katya sasha dasha masha misha dima denis anton artem
  roman pavel oleg igor alina polina karina diana veronika privet lyubov solnyshko zaika kotenok spartak samara piter
  company company1 corporation firma otvet kompaniya
`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
