const texts = {
  ru: {
    title: 'Пишите как клиент',
    about: 'Каждый канал демо-версии подключён к своей имитации',
    channels: 'Каналы',
    customers: 'Клиенты',
    back: 'Назад',
    conversation: 'Переписка',
    message: 'Сообщение',
    send: 'Отправить',
    photo: 'Фото',
    voice: 'Голосовое',
    file: 'Файл',
    video: 'Видео',
    faults: 'Сбои платформы:',
    'fault.limit': 'Лимит',
    'fault.error': 'Ошибка 500',
    'fault.revoked': 'Отозвать доступ',
    'fault.repair': 'Починить',
    'told.limit': 'Следующий ответ упрётся в лимит и уйдёт чуть позже.',
    'told.error': 'На следующий ответ платформа скажет «ошибка 500»; Otvet повторит.',
    'told.revoked': 'Доступ отозван: ответы ждут, канал в Otvet показывает причину.',
    'told.repair': 'Платформа снова в порядке: то, что ждало, уходит.',
    'told.lost': 'Не получилось: демо-версия не отвечает.',
    empty: 'Напишите первое сообщение — оно появится в «Диалогах».',
    nothing: 'Сообщений пока нет',
    broken: 'доступ отозван',
    other: 'English',
    business: 'Ответ',
    customer: 'Клиент',
  },
  en: {
    title: 'Write as a customer',
    about: 'Every channel of the demo is connected to a stand-in of its platform',
    channels: 'Channels',
    customers: 'Customers',
    back: 'Back',
    conversation: 'Conversation',
    message: 'Message',
    send: 'Send',
    photo: 'Photo',
    voice: 'Voice',
    file: 'File',
    video: 'Video',
    faults: 'Let the platform fail:',
    'fault.limit': 'Rate limit',
    'fault.error': 'Error 500',
    'fault.revoked': 'Revoke access',
    'fault.repair': 'Repair',
    'told.limit': 'The next answer meets a rate limit and goes out a little later.',
    'told.error': 'The platform says “error 500” to the next answer; Otvet tries again.',
    'told.revoked': 'Access is revoked: answers wait, and the channel in Otvet says why.',
    'told.repair': 'The platform works again: what waited goes out.',
    'told.lost': 'That did not work: the demo does not answer.',
    empty: 'Write the first message: it appears in the inbox.',
    nothing: 'No messages yet',
    broken: 'access revoked',
    other: 'Русский',
    business: 'Answer',
    customer: 'Customer',
  },
};

let locale = navigator.language.startsWith('ru') ? 'ru' : 'en';

export const t = (key) => texts[locale][key];

export function switchLanguage() {
  locale = locale === 'ru' ? 'en' : 'ru';
}

/** Puts the words into the page itself. */
export function showTexts() {
  document.documentElement.lang = locale;
  document.title = t('title');
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', t(element.dataset.label));
  for (const element of document.querySelectorAll('[data-placeholder]'))
    element.placeholder = t(element.dataset.placeholder);
}
