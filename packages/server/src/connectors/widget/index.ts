import { describeChannel } from '@otvet/contract';
import type { Connector } from '../port.ts';
import { activate, check, deactivate } from './connect.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { split, verify } from './verify.ts';

export { buildMessageEvent, buildOpenedEvent } from './api.ts';
export type { WidgetPicture, WidgetVisitor } from './payload.ts';

/** The site widget: the platform is our own endpoint (domain `visitors`). */
export const widgetConnector: Connector = {
  type: 'widget',
  descriptor: describeChannel('widget'),
  secretFields: [],
  verify,
  split,
  parse,
  send,
  connect: { check, activate, deactivate },
};
