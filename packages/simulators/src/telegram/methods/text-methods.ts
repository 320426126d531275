import { badRequest } from '../errors.ts';
import { readText } from '../formatting/read-text.ts';
import { nowSeconds } from '../world.ts';
import { chatId, defineMethod, float, integer, markupField, sendFields, text, textFields } from './method.ts';
import { checkButtons, findMessage, openConversation, postMessage } from './post-message.ts';

export const sendMessage = defineMethod({ ...sendFields, ...markupField, ...textFields }, (context, params) => {
  const content = readText({ text: params.text ?? '', parseMode: params.parse_mode, entities: params.entities });
  return postMessage(context, { params, content });
});

export const sendLocation = defineMethod(
  { ...sendFields, ...markupField, latitude: float, longitude: float },
  (context, params) => {
    if (Math.abs(params.latitude) > 90 || Math.abs(params.longitude) > 180)
      throw badRequest('wrong location specified');
    const location = { latitude: params.latitude, longitude: params.longitude };
    return postMessage(context, { params, content: { location } });
  },
);

export const sendContact = defineMethod(
  {
    ...sendFields,
    ...markupField,
    phone_number: text,
    first_name: text,
    last_name: text.optional(),
    vcard: text.optional(),
  },
  (context, params) => {
    if (params.phone_number.trim() === '') throw badRequest('phone number is empty');
    const { phone_number, first_name, last_name, vcard } = params;
    return postMessage(context, { params, content: { contact: { phone_number, first_name, last_name, vcard } } });
  },
);

export const editMessageText = defineMethod(
  { ...textFields, ...markupField, chat_id: chatId, message_id: integer, business_connection_id: text.optional() },
  (context, params) => {
    const formatted = readText({ text: params.text ?? '', parseMode: params.parse_mode, entities: params.entities });
    const entry = findMessage(openConversation(context, params.chat_id), params.message_id);
    if (entry === undefined) throw badRequest('message to edit not found');
    if (entry.author !== 'bot') throw badRequest("message can't be edited");
    checkButtons(params.reply_markup);
    const isSame =
      entry.message.text === formatted.text &&
      JSON.stringify([entry.message.entities, entry.message.reply_markup]) ===
        JSON.stringify([formatted.entities, params.reply_markup]);
    if (isSame) {
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    }
    Object.assign(entry.message, formatted, {
      reply_markup: params.reply_markup,
      edit_date: nowSeconds(context.world),
    });
    context.world.events.emit({ type: 'edited', message: entry });
    return entry.message;
  },
);

export const deleteMessage = defineMethod({ chat_id: chatId, message_id: integer }, (context, params) => {
  const entry = findMessage(openConversation(context, params.chat_id), params.message_id);
  if (entry === undefined) throw badRequest('message to delete not found');
  entry.isDeleted = true;
  context.world.events.emit({ type: 'deleted', message: entry });
  return true;
});
