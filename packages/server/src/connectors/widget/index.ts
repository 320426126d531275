import { widgetDescriptor } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { activate, check, deactivate, prepare, steps } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { widgetOptions } from './settings.ts';
import { receive } from './verify.ts';

export { buildMessageEvent, buildOpenedEvent, messageEventId } from './api.ts';
export type { WidgetPicture, WidgetVisitor } from './payload.ts';

/** The site widget: the platform is our own endpoint (domain `visitors`). */
export const widgetConnector: Connector = {
  type: 'widget',
  descriptor: widgetDescriptor,
  environment: { urls: {}, keys: [] },
  secretFields: [],
  options: widgetOptions,
  receive,
  parse,
  send,
  connect: { steps, check, prepare, activate, deactivate },
};
