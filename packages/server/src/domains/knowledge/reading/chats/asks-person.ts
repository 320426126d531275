/** What customers ask a business. */
const OF_A_BUSINESS =
  /(?<!\p{L})(?:сколько (?:будет )?(?:стоит|стоят|стоить)|почём|почем|цен[аыу]|ценник|стоимость|прайс\p{L}{0,2}|скидк\p{L}{0,3}|рассрочк\p{L}{0,3}|гаранти\p{L}{0,2}|доставк\p{L}{0,2}|самовывоз\p{L}{0,2}|картой|наличи[ие]|есть|можно|принимаете|(?:вы )?работаете|открыты|\p{L}{3,}(?:аете|яете|уете)|how much|do you|are you open|can i|is there|are there|prices?|discounts?|delivery|opening hours|warranty)(?!\p{L})/iu;
/** What a business asks its customer about him: the answer is nobody else's. */
const OF_A_PERSON =
  /(?<!\p{L})(?:что (?:вас|вам|у вас|нужно|надо|случилось|сломал\p{L}{0,3}|болит)|(?:как )?(?:вас |мужа |жену |ребёнка |ребенка )?зовут|(?:пришлите|напишите|укажите)\sадрес|(?:ваш\p{L}{0,2}|вам|какой|какая|какое|какую|пришлите|напишите|укажите)\s(?:имя|фамили\p{L}{1,2}|телефон\p{L}{0,2}|номер\p{L}{0,2}|возраст|рост|вес|размер|длин[ау]|цвет|тираж|модель|начинк[ау]|почт[ау]|диагноз|сколько лет|лет)|(?:на|в|к) (?:какую|какое|какой|который) (?:дату|число|день|время|час|этаж)|удобно|когда (?:вам|приедете|подойдёте|подойдете|сможете|придёте|придете|хотите)|куда (?:вам |мне |нам )?(?:ехать|везти|привезти|доставить|подъехать|подвезти)|хотите|желаете|предпочитаете|беспокоит|жалуетесь|(?:на )?сколько (?:вам лет|вас|человек|персон|гостей|лет)|аллерги\p{L}{1,2}|противопоказания у вас|давно|what(?: is|'s) your (?:name|number|phone|address|size|age|e-?mail|postcode|date of birth|weight|height)|your (?:name|number|phone|address|size|age|postcode)|what (?:size|colour|color|date|time) (?:are|do|would|is it for)|what (?:do|would) you (?:need|want|like)|when (?:can|could|would|will) you (?:come|be|like)|what brings you|how (?:old|tall|heavy)|how long have you|allerg\p{L}{1,4}|where do you live)(?!\p{L})/iu;

export const asksOfBusiness = (question: string): boolean => OF_A_BUSINESS.test(question);

export const asksOfPerson = (question: string): boolean => OF_A_PERSON.test(question) && !asksOfBusiness(question);
