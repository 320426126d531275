/** What the program of a chat writes between the messages. */
const OF_PROGRAM =
  /сквозн\p{L}{1,4} шифрован|end-to-end encrypted|шифрование\. никто|добавил\(а\)|(?:добавил|удалил|пригласил)а? (?:вас|участник|пользовател)|созда(?:л|на|ла)(?:\(а\))? групп|присоединил\p{L}{2}(?:\(-?а?с?ь?\))? к групп|(?:покинул|вышел|вышла)\p{L}{0,2}(?:\(а\))? (?:из )?групп|изменил(?:а|\(а\))? (?:тему|название|номер|изображение|описание|настройки)|код безопасности|пропущенный .{0,10}звонок|(?:сообщение|вы) удалил?(?:ено|и|и это)|ожидание сообщения|это сообщение было удалено|missed (?:voice|video) call|message was deleted|you deleted this|waiting for this message|joined using|created (?:this )?group|changed (?:the|this|their) (?:subject|group|phone)|security code|(?:added|removed) (?:you|\+\d)/iu;
/** What stands in the place of a picture or a voice. */
const OF_MEDIA =
  /<[^<>]{0,60}(?:медиа|media|прикреплен|attached)[^<>]{0,60}>|\((?:файл добавлен|file attached)\)|^(?:image|video|audio|sticker|gif|document|contact card|изображение|видео|аудио|стикер|документ|карточка контакта)[^\n]{0,30}(?:omitted|отсутству\p{L}{1,4}|опущен\p{L}{0,3}|пропущен\p{L}{0,3})$|^.{1,120}\s(?:document omitted|документ отсутствует)$|^(?:null|(?:voice|video|audio) call(?:,.{0,40})?|(?:аудио|видео)звонок(?:,.{0,40})?)$|^\[?\s?(?:фото|фотография|photo|голосовое сообщение|voice message|стикер|sticker|видео|видеосообщение|video|изображение|image|файл|file)\s?\]?$/iu;
const EDITED = /<(?:сообщение изменено|this message was edited)>/giu;

/** A longer line is somebody's message. */
const MAX_NOTICE = 300;

export const isOfProgram = (line: string): boolean => line.length <= MAX_NOTICE && OF_PROGRAM.test(line);

/** What people wrote themselves. */
export function dropNoise(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !isOfProgram(line) && !OF_MEDIA.test(line))
    .map((line) => line.replaceAll(EDITED, '').trim())
    .filter((line) => line !== '');
}
