import { expect, it } from 'vitest';
import { z } from 'zod';
import { askDuring, openVisitor } from '../testing/chaos/abuse/ask-in-widget.ts';
import { startAbuser } from '../testing/chaos/abuse/start-abuser.ts';
import { readProcess, watchProcess } from '../testing/chaos/abuse/watch-process.ts';
import { askApi, PUBLIC_URL, startShop } from '../testing/chaos/start-shop.ts';
import { listMounted } from '../testing/product/list-mounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const ABUSE_MS = 60_000;
const QUESTION_EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 1000;
/** A busy machine delays some; abuse that gets through delays most of them. */
const SHARE_WITHIN = 0.75;
/** Garbage of a flood that is collected later; a leak would go on. */
const MEMORY_GROWTH_MB = 600;
/** Those of the database, of platforms and of the visitors come and go. */
const FILES_BESIDE = 40;
const VISITORS = 4;
/** Of requests, of events and of refusals: more than any limit lets one network do in the time. */
const LEAST_ABUSE = 400;
const ABUSER_ADDRESS = '127.0.0.2';

const made = z.object({ id: z.string() });
const signedUp = z.object({ sessionToken: z.string() });
const tokenAnswer = z.object({ token: z.string() });

type Shop = Awaited<ReturnType<typeof startShop>>;

async function openWidget(shop: Shop): Promise<string> {
  const base = await askApi(shop, {
    path: '/api/v1/learning/create-knowledgebase/',
    body: { name: 'Доставка' },
    answer: made,
  });
  const pair = { question: 'Сколько стоит доставка?', answer: 'Доставка стоит 300 ₽.' };
  await askApi(shop, { path: `/api/v1/learning/create-question-answer/${base.id}/`, body: pair, answer: made });
  const body = { name: 'Сайт', knowledgeBaseId: base.id };
  return (await askApi(shop, { path: '/api/v1/connect/widget/', body, answer: made })).id;
}

/** Anybody can sign up, an abuser too. */
async function signUpAbuser(shop: Shop): Promise<string> {
  const email = 'abuser@example.org';
  const body = { email, password: 'seven quiet rivers', name: 'B', privacyAccepted: true };
  const path = '/api/v1/mailer/send-register/';
  const { sessionToken } = await askApi(shop, { path, body, answer: signedUp });
  const answer = await fetch(`${shop.server.url}/api/auth/token`, {
    headers: { authorization: `Bearer ${sessionToken}` },
  });
  return tokenAnswer.parse(await answer.json()).token;
}

it('a minute of mixed abuse from one network: visitors of another one are answered within a second', async () => {
  const shop = await startShop({ kind: 'server', inbound: 'webhook', hasModel: false });
  try {
    const channelId = await openWidget(shop);
    const token = await signUpAbuser(shop);
    const routes = (await listMounted()).filter(({ isRest }) => !isRest);
    const url = `${shop.server.url}/widget/${channelId}`;
    const visitors = await Promise.all(Array.from({ length: VISITORS }, () => openVisitor(url)));
    for (const visitor of visitors) expect(await visitor.ask('Сколько стоит доставка?')).toBeDefined();

    const before = readProcess(shop.server.pid);
    const port = Number(new URL(shop.server.url).port);
    const hook = `/hooks/telegram/${shop.channelId}`;
    const plan = { port, from: ABUSER_ADDRESS, origin: PUBLIC_URL, routes, channelId, hook, token };
    const abuser = await startAbuser(plan);
    const watch = watchProcess(shop.server.pid);
    const times = await askDuring(visitors, {
      ms: ABUSE_MS,
      everyMs: QUESTION_EVERY_MS,
      question: () => 'Сколько стоит доставка?',
    });
    const peak = watch.stop();
    const abuse = await abuser.stop();

    const answered = times.filter((time) => time !== undefined).toSorted((one, other) => one - other);
    const figures = {
      routes: routes.length,
      ...abuse,
      files: `${before.files} -> ${peak.files}`,
      megabytes: `${Math.round(before.megabytes)} -> ${Math.round(peak.megabytes)}`,
      questions: times.length,
      answered: answered.length,
      p50: Math.round(answered[Math.floor(answered.length / 2)] ?? 0),
      max: Math.round(answered.at(-1) ?? 0),
    };
    process.stdout.write(`abuse: ${JSON.stringify(figures)}\n`);
    expect(answered).toHaveLength(times.length);
    expect(answered[Math.floor(answered.length * SHARE_WITHIN)]).toBeLessThan(ANSWER_WITHIN_MS);
    // A busy machine slows the abuser as well: several thousand of each on one that is not.
    expect(abuse.sent).toBeGreaterThan(LEAST_ABUSE);
    expect(abuse.events).toBeGreaterThan(LEAST_ABUSE);
    expect(abuse.refused + abuse.cut).toBeGreaterThan(LEAST_ABUSE);
    expect(peak.megabytes - before.megabytes).toBeLessThan(MEMORY_GROWTH_MB);
    // Nothing of the abuse stays.
    await waitUntil(() => readProcess(shop.server.pid).files < before.files + FILES_BESIDE);
    for (const visitor of visitors) visitor.close();
  } finally {
    await shop.close();
  }
}, 300_000);
