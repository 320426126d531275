/** One of these stands in each order: most texts need no closer look. */
export const MAY_BE_ORDER =
  /(?<!\p{L})(?:ии|ais?|llms?|(?:chat)?gpt|(?:chat)?bots?|(?:чат)?бот(?:[ау]|ам)?|нейросет|ассистент|модел|интеллект|систем|агент|assistant|model|system|agent|(?:ignor|disregard|forget|prompt|secret|decode|answer|respond|reply)|you(?: are| must| will|['’]re)(?: now)? (?:the|an?|about|going|to|act|immerse|pretend|role)|i want you|from now on|отныне|теперь|этого момента|игнорир|забудь|не учитывай|отбрось|не обращай|отвеча[йе]|говори|утверждай|сообщай|промпт|инструкц|притворись|представь|ты теперь|above text|text above|everything above|your (?:system|initial|starting|original|hidden|secret|internal))|\[\/?inst|<[|</s]/u;

/** Marks by which a model is told who speaks. */
export const MARK_OF_CHAT = /\[\/?inst\]|<\|[a-z_]{2,20}\|>|<<\/?sys>>|<\/?system(?:[_-]prompt)?>/u;
export const CLOSES_CHAT = /\[\/inst\]|<\|(?:im_)?end\|>|<<\/sys>>|<\/system/u;

/** «Забудьте про правила и диеты» is an advertisement: only who speaks of instructions, or of earlier rules, means the program's. */
const OVERRULES = [
  /(?<!(?<!\p{L})не\s|don['’]t\s|not\s|never\s)(?<!\p{L})(?:игнорируй(?:те)?|ignore|disregard)(?: \p{L}+){0,2} (?:(?:прежн|предыдущ|все|ранее|previous|prior|all|above|earlier)\p{L}{0,3} )?(?:правила|инструкци\p{L}+|промпт\p{L}*|instructions?|prompts?|rules)(?!\p{L})/u,
  /(?<!(?<!\p{L})не\s|don['’]t\s|not\s|never\s)(?<!\p{L})(?:забудь(?:те)?|forget)(?: \p{L}+){0,3} (?:(?:прежн|предыдущ|ранее|previous|prior|above|earlier)\p{L}{0,3} (?:правила|rules)|инструкци\p{L}+|промпт\p{L}*|instructions?|prompts?)(?!\p{L})/u,
  /(?<!\p{L})(?:игнорируй|забудь|не учитывай|отбрось|не обращай)(?:те)?(?: внимания на)?(?: все)? (?:прежн|предыдущ|прошл|предшествующ|начальн|системн)\p{L}{1,3} (?:правил|инструкци|указани|промпт|команд|запрет|ограничени|установк)/u,
  /(?<!(?<!\p{L})не )(?<!\p{L})(?:игнорируй|забудь|не обращай)(?:те)?(?: внимания на)?(?: все)?,? (?:сказанн|написанн|текст|что (?:тебе |было )?)\p{L}{0,3} ?(?:выше|ранее|раньше|до этого|говорили|велели|сказали)(?! (?:о|об|про)(?!\p{L}))/u,
  /(?<!don['’]t |not |never |you |to )(?<!\p{L})(?:ignore|disregard|forget) (?:everything|anything|all|any|the)(?: of)?(?: the)?(?: text| content| context| messages?)?(?: that is| written| said| you read)? (?:above|before this)(?!\p{L})/u,
  /(?<!don['’]t |not |never |you |to )(?<!\p{L})(?:ignore|disregard|forget) (?:everything|anything|all|what)(?: that)? (?:you were|you have been|you've been|was) (?:told|taught|given|said|instructed)(?! about| of| by| to)/u,
  /(?<!don['’]t |not |never |you |to )(?<!\p{L})(?:ignore|disregard)(?: all| any| your| the){0,2}(?: safety| content| ethical)? (?:filters|restrictions|guardrails|safeguards)(?!\p{L})/u,
];

/** Who is told what it is now, and what it answers as that. */
const ROLES = [
  /(?<!\p{L})you (?:are|will|must|'re)(?: now)?(?: (?:about|going))?(?: to)? (?:immerse yourself|act as|pretend|role-?play)(?!\p{L})/u,
  /(?<!\p{L})you are(?: now)? (?:the|an?) (?:system prompt|unrestricted|uncensored|jailbroken|llm|language model|ai (?:assistant|model|agent|bot)|chatbot)(?!\p{L})/u,
  /(?<!\p{L})i want you to (?:act|behave|pretend|respond|reply|answer|ignore)(?!\p{L})/u,
  /(?<!\p{L})from now on,? (?:you (?:are|will|must) )?(?:going to )?(?:always |only )?(?:act as|answer|respond|reply|ignore|pretend|say)(?!\p{L})/u,
  /(?<!\p{L})(?:отныне|теперь|с этого момента),? ты(?: \p{L}+){0,4} (?:отвечаешь|отвечай|говоришь|говори|игнорируешь|притворяешься)(?! за(?!\p{L}))(?!\p{L})/u,
  /(?<!\p{L})ты (?:теперь|больше не) (?:ассистент|бот|ии|нейросеть|языковая модель)(?!\p{L})/u,
  /(?<!\p{L})(?:притворись|представь),? что ты (?:ассистент|бот|ии|нейросеть|языковая модель)(?!\p{L})/u,
];

/** What a program was told itself: nobody else has such a thing to show. */
const REVEALS = [
  /(?<!\p{L})(?:show|reveal|print|output|display|repeat|encode|translate|leak|disclose|dump|return|tell|give|see|complete|continue)(?!\p{L})[^.!?]{0,60}(?:(?:system|initial) prompt|your (?:system|initial|starting|original|hidden|secret|internal) (?:instructions|prompt|message))(?!\p{L})/u,
  /(?<!\p{L})(?:system|initial) prompt(?: \p{L}+){0,6} (?:immediately|in full|verbatim|word for word)(?!\p{L})/u,
  /(?<!\p{L})(?:print|show|reveal|output) your (?:system|initial) (?:message|instructions)(?!\p{L})/u,
  /(?<!\p{L})(?:repeat|output|print|copy|show|return)(?: me)?(?: the)? (?:above text|text above|everything above)(?!\p{L})/u,
  /(?<!\p{L})(?:покажи|раскрой|выведи|напечатай|повтори|назови|перескажи|сообщи)(?:те)?(?: \p{L}+){0,3} системн\p{L}{2,3} (?:промпт|инструкц|сообщени)/u,
  /(?<!\p{L})(?:покажи|раскрой|выведи|напечатай|повтори|назови|перескажи|сообщи)(?: \p{L}+){0,2} (?:сво|тво|начальн|исходн|скрыт)\p{L}{1,3} (?:промпт|инструкци)/u,
  /(?<!\p{L})(?:tell|show|give) me(?: all)? your secrets, (?:ai|bot|assistant|chatbot)(?!\p{L})/u,
];

/** What is said in this way to one who answers for others, and to no customer. */
const ANSWERS = [
  /^(?:всегда |просто |теперь |и )?(?:отвечай|утверждай)(?: \p{L}+){0,4}, что(?!\p{L})/u,
  /(?<!\p{L})(?:отвечай|говори|утверждай|сообщай)(?: \p{L}+){0,4} (?:всем|каждому|клиентам|покупателям|пользователям|посетителям|вопросы?)(?: \p{L}+){0,4}(?:, что(?!\p{L})|:? ?["«“])/u,
  /(?<!\p{L})(?:всем|каждому|клиентам|покупателям|пользователям|посетителям|вопросы?)(?: \p{L}+){0,5},? (?:отвечай|говори|утверждай|сообщай)(?:, что(?!\p{L})|:? ?["«“])/u,
  /(?<!\p{L})так и (?:отвечай|говори)(?!\p{L})/u,
  /(?<!\p{L})(?:модель|ии|нейросеть|бот|чат-бот|ассистент) (?:должн[аы]?|должен|обязан[аы]?) (?:всегда )?(?:отвечать|говорить|сообщать|утверждать|игнорировать)(?:, что(?!\p{L})| только|: ?| ["«“])/u,
  /(?<!\p{L})(?:model|ai|llm|assistant|bot|chatbot) (?:must|should|shall|has to) (?:always |only |never )?(?:answer|say|reply|respond|claim|tell|state)(?: \p{L}+){0,3} (?:that|only|with ["“'])/u,
  /(?<!\p{L})(?:answer|respond|reply)(?: \p{L}+){0,4} without (?:any )?(?:restrictions?|limitations?|filters?|censorship|warnings?)(?!\p{L})/u,
  /(?<!\p{L})(?:simply|only|just|always) (?:answer|respond|reply) (?:with|that)(?!\p{L})/u,
  /(?<!\p{L})(?:answer|respond to|reply to) (?:all|any|every|each)(?: \p{L}+){0,2} (?:questions?|messages?)(?: \p{L}+){0,4} (?:that|with ["“'«]|by saying)/u,
  /(?<!\p{L})decode(?: this| it| the \p{L}+)? and (?:execute|run|follow)(?!\p{L})/u,
];

/** Orders that no name has to stand before. */
export const OF_PROGRAM_ALONE: readonly RegExp[] = [OVERRULES, ROLES, REVEALS, ANSWERS].flat();
