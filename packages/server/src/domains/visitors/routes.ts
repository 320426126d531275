import { dialogUniqueId, widgetContact, widgetSend, widgetStart } from '@otvet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptText, createPictureIntake } from './accept-message.ts';
import { answerPreflight, bindToAccount, createGate, type Gate } from './access/gate.ts';
import { createIdentifyVisitor, type Visitor } from './access/identify-visitor.ts';
import { type Bucket, createVisitorLimits, type VisitorLimits } from './access/visitor-limits.ts';
import { readBearer } from './access/visitor-tokens.ts';
import { askedLocale } from './asked-locale.ts';
import type { VisitorDeps } from './deps.ts';
import { createSiteNote } from './note-site.ts';
import { parseInput } from './parse-input.ts';
import { readPicture } from './read-picture.ts';
import { sendLogo, sendPersonPicture, sendPicture } from './send-picture.ts';
import { createStartQuestions } from './start-questions.ts';
import { openSession, resumeSession } from './start-session.ts';
import { markContactGiven } from './store.ts';
import { createEventStreams } from './streams/event-streams.ts';
import { streamEvents } from './streams/stream-events.ts';
import { registerTryPage } from './try-page/try-page.ts';
import { registerWidgetBundle } from './widget-bundle.ts';
import { toWidgetConfig } from './widget-config.ts';

type Parts = {
  app: FastifyInstance;
  deps: VisitorDeps;
  gate: Gate;
  rates: VisitorLimits;
  requireVisitor: RequireVisitor;
};
type RequireVisitor = (request: FastifyRequest) => Promise<Visitor>;

/** A text of 20,000 units, each escaped, and some room. */
const JSON_BYTES = 160 * 1024;
const BASE = '/widget/:channelId';

/** Mounts everything a visitor's browser calls: the bundle, the widget's protocol and the try-out page. */
export async function registerVisitorRoutes(app: FastifyInstance, deps: VisitorDeps): Promise<void> {
  await registerWidgetBundle(app, deps);
  registerTryPage(app, deps);
  const gate = createGate(deps);
  const identify = createIdentifyVisitor({ db: deps.pool, clock: deps.clock });
  const requireVisitor: RequireVisitor = (request) =>
    identify(gate.channelOf(request), readBearer(request.headers.authorization));
  const rates = createVisitorLimits(deps.clock);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { rate: 'visitor', ...route.config };
    });
    scope.addHook('onRequest', gate.enter);
    bindToAccount(scope, gate);
    scope.options(`${BASE}/*`, answerPreflight);
    const parts = { app: scope, deps, gate, rates, requireVisitor };
    registerSession(parts);
    registerMessages(parts);
    registerSignals(parts);
    registerReading(parts);
  });
}

function registerSession({ app, deps, gate, rates }: Parts): void {
  const questionsOf = createStartQuestions(deps);
  const noteSite = createSiteNote(deps);
  app.get(`${BASE}/config`, async (request) => {
    const channel = gate.channelOf(request);
    const locale = askedLocale(request);
    await noteSite({ channel, origin: request.headers.origin, host: request.host });
    return toWidgetConfig(channel, { locale, questions: await questionsOf(channel, locale) });
  });
  app.get(`${BASE}/logo`, async (request, reply) => sendLogo({ deps, channel: gate.channelOf(request), reply }));
  app.get(`${BASE}/people/:fileId`, async (request, reply) =>
    sendPersonPicture({ deps, channel: gate.channelOf(request), params: request.params, reply }),
  );
  app.post(`${BASE}/start`, { bodyLimit: JSON_BYTES }, async (request) => {
    rates.take('sessionsOfNetwork', { ip: request.ip });
    const channel = gate.channelOf(request);
    const { token, locale } = parseInput(widgetStart, request.body ?? {});
    if (token !== null) return resumeSession(deps, channel, { token, locale });
    rates.take('visitorsOfNetwork', { ip: request.ip });
    return openSession(deps, channel, { locale });
  });
}

function registerMessages({ app, deps, rates, requireVisitor }: Parts): void {
  const acceptPicture = createPictureIntake(deps);
  app.post(`${BASE}/messages`, { bodyLimit: JSON_BYTES }, async (request, reply) => {
    const visitor = await requireVisitor(request);
    const { clientId, text } = parseInput(widgetSend, request.body);
    const ofMessage = bucketsOf(request, visitor);
    rates.takeAll(ofMessage);
    const sent = acceptText(deps, { visitor, clientId, text });
    return reply.status(202).send(await unlessFailed(sent, () => rates.giveBack(ofMessage)));
  });
  app.post(`${BASE}/images`, async (request, reply) => {
    const visitor = await requireVisitor(request);
    const ofMessage = bucketsOf(request, visitor);
    // A try counts whatever becomes of it: each may cost a body of ten megabytes.
    rates.takeAll([['imagesOfVisitor', visitor.chatId], ...ofMessage]);
    const { raw, ip } = request;
    const sent = app.uploads.admit(
      { raw, ip },
      {
        read: (arrived) => readPicture(request, arrived),
        work: (picture) => acceptPicture({ ...picture, visitor, ip }),
      },
    );
    const { id, isNew } = await unlessFailed(sent, () => rates.giveBack(ofMessage));
    if (!isNew) rates.giveBack(ofMessage);
    return reply.status(202).send({ id });
  });
}

/** What a message of this visitor is counted by. */
function bucketsOf({ ip }: FastifyRequest, { chatId, accountId }: Visitor): Bucket[] {
  return [
    ['messagesOfVisitor', chatId],
    ['dayOfVisitor', chatId],
    ['messagesOfNetwork', { ip }],
    ['dayOfNetwork', { ip, accountId }],
  ];
}

/** What does not become a message is not counted as one: it may be sent again. */
async function unlessFailed<Value>(sent: Promise<Value>, giveBack: () => void): Promise<Value> {
  try {
    return await sent;
  } catch (error) {
    giveBack();
    throw error;
  }
}

function registerSignals({ app, deps, rates, requireVisitor }: Parts): void {
  app.post(`${BASE}/typing`, { bodyLimit: JSON_BYTES }, async (request, reply) => {
    const visitor = await requireVisitor(request);
    if (rates.tryTake('typingOfVisitor', visitor.chatId))
      deps.dialogs.noteTyping({
        ...dialogOf(visitor),
        uniqueId: dialogUniqueId(visitor),
        by: 'customer',
        name: null,
        userId: null,
      });
    return noContent(reply);
  });
  app.post(`${BASE}/contact`, { bodyLimit: JSON_BYTES }, async (request, reply) => {
    const visitor = await requireVisitor(request);
    const contact = parseInput(widgetContact, request.body);
    rates.take('contactsOfVisitor', visitor.chatId);
    await deps.dialogs.saveContact({ ...dialogOf(visitor), ...contact });
    const { accountId, channelId, chatId: visitorId } = visitor;
    await markContactGiven.run(deps.pool, { accountId, channelId, visitorId, now: deps.clock.now() });
    return noContent(reply);
  });
}

function registerReading({ app, deps, requireVisitor }: Parts): void {
  const streams = createEventStreams(deps);
  // Streams never end by themselves: without this the server would wait for them when it stops.
  app.addHook('preClose', async () => streams.close());
  app.get(`${BASE}/events`, { config: { rate: 'stream' } }, async (request, reply) =>
    streamEvents({ streams, dialog: await requireVisitor(request), request, reply }),
  );
  app.get(`${BASE}/files/:fileId`, async (request, reply) =>
    sendPicture({ deps, dialog: dialogOf(await requireVisitor(request)), params: request.params, reply }),
  );
}

function dialogOf({ accountId, channelId, chatId }: Visitor) {
  return { accountId, channelId, chatId };
}

function noContent(reply: FastifyReply): FastifyReply {
  return reply.status(204).send();
}
