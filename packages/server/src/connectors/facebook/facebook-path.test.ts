import { startSimulatedFacebook } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { openChannelPath } from '../../testing/channel-path/open-channel-path.ts';
import {
  itLoadsEndedLinksAgain,
  itSurvivesFailures,
  itTakesFiles,
  sendPhoto,
} from '../../testing/channel-path/path-scenarios.ts';
import { listDialogs } from '../../testing/product/build-samples.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import {
  describeEvents,
  itIsConnectedByOwnApplication,
  itIsConnectedOnce,
  itShowsAnswersFromTheInbox,
} from '../vendors/meta/testing/meta-path.ts';

const anna = { id: '7788990011223344551', name: 'Анна Лесная' };
const boris = { id: '7788990011223344552', name: 'Борис' };

const path = openChannelPath({ type: 'facebook', start: startSimulatedFacebook, customer: anna });
const { gotBy, writes, operatorSends, deliveryOf, textsBy } = path;
const accountId = () => path.platform.pageId;

itIsConnectedByOwnApplication(path, { type: 'facebook', account: { title: 'Мебель «Дом»' } });

it('a customer writes and is answered by name', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy().at(-1)).toContain('300 ₽');
  await waitUntil(async () => (await listDialogs(path.app, path.owner))[0]?.dialogName === 'Анна Лесная');
});

itTakesFiles(path, { types: ['image', 'voice', 'document', 'video'] });

it('an operator answers with a photo; it is delivered and read, and no echo doubles it or takes the dialog over', async () => {
  const { simulator, pageId } = path.platform;
  await sendPhoto(path, 'Вот диван');
  const [picture, words] = simulator.entriesOf(pageId, anna.id).slice(-2);
  expect([picture?.attachment, words?.text]).toEqual(['image/png', 'Вот диван']);
  expect(picture?.media?.subarray(1, 4).toString()).toBe('PNG');
  simulator.customerReads({ accountId: pageId, from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
  await simulator.settled();
  expect((await textsBy('operator')).filter((text) => text === '' || text === 'Вот диван')).toEqual(['Вот диван']);
});

itSurvivesFailures(path, boris);

it('a lost answer is not sent twice: the echo bears our number and settles it', async () => {
  path.platform.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(async () => ['sent', 'delivered'].includes((await deliveryOf('один раз', boris))?.state ?? ''));
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

itShowsAnswersFromTheInbox(path, { accountId, from: boris });
itLoadsEndedLinksAgain(path);
describeEvents(path, {
  type: 'facebook',
  object: 'page',
  accountId,
  customerId: anna.id,
  late: '7788990011223344553',
});
itIsConnectedOnce(path, 'facebook', () => {
  expect(path.platform.simulator.subscribersOf(path.platform.pageId)).toEqual([]);
});
