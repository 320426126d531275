/** What customers are called most often, by which a business speaks to them. */
const FIRST_NAMES = new Set(
  `александр александра саша алексей алёша алена алёна алина алиса алла анастасия настя анатолий андрей анна аня антон арина артём артем
  борис вадим валентина валерий валерия валера варвара василий вера вероника виктор виктория вика виталий владимир володя владислав влад
  вячеслав галина геннадий георгий григорий гульнара дарья даша денис диана дмитрий дима ева евгений евгения женя екатерина катя елена лена
  елизавета лиза жанна зоя иван игорь илья инна ирина ира камила карина кирилл кристина ксения лариса лев леонид лидия любовь людмила люда
  маргарита рита марина мария маша максим марк матвей михаил миша надежда надя наталья наталия наташа никита николай коля нина оксана олег
  олеся ольга оля павел полина роман руслан светлана света сергей серёжа софия софья станислав степан тамара татьяна таня тимур фёдор юлия
  юля юрий яна ярослав james john robert michael william david mary patricia jennifer linda elizabeth sarah karen nancy lisa anna emma
  olivia kate katie tom peter paul mark george helen jane alice laura susan chris alex sam ben daniel matthew andrew emily lucy sophie`.split(
    /\s+/,
  ),
);

export const isFirstName = (word: string): boolean => FIRST_NAMES.has(word.toLowerCase());
