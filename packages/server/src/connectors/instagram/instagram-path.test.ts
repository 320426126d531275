import { startSimulatedInstagram } from '@otvet/simulators';
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

const anna = { id: '2001778899001122551', name: 'Анна Лесная' };
const boris = { id: '2001778899001122552', name: 'Борис' };

const path = openChannelPath({ type: 'instagram', start: startSimulatedInstagram, customer: anna });
const { gotBy, writes, operatorSends, deliveryOf, textsBy } = path;
const accountId = () => path.platform.accountId;

itIsConnectedByOwnApplication(path, {
  type: 'instagram',
  account: { title: 'Дом мебели', accountName: 'dom.mebel' },
});

it('a customer writes and is answered by name', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy().at(-1)).toContain('300 ₽');
  await waitUntil(async () => (await listDialogs(path.app, path.owner))[0]?.dialogName === 'Анна Лесная');
});

itTakesFiles(path, { types: ['image', 'voice', 'document', 'video'] });

it('an operator answers with a photo; it is read, and no echo doubles it or takes the dialog over', async () => {
  const { simulator } = path.platform;
  await sendPhoto(path, 'Вот диван', 'sent');
  const [picture, words] = simulator.entriesOf(accountId(), anna.id).slice(-2);
  expect([picture?.attachment, words?.text]).toEqual(['image/png', 'Вот диван']);
  expect(picture?.media?.subarray(1, 4).toString()).toBe('PNG');
  simulator.customerReads({ accountId: accountId(), from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
  await simulator.settled();
  await waitUntil(async () => {
    const { rows } = await path.app.pool.query("select from inbound_events where state = 'new' or note = 'early_echo'");
    return rows.length === 0;
  });
  expect((await textsBy('operator')).filter((text) => text === '' || text === 'Вот диван')).toEqual(['Вот диван']);
});

itSurvivesFailures(path, boris);

it('a lost answer is not sent twice: the echo waits for the end of the send and settles it by its words', async () => {
  path.platform.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(async () => ['sent', 'delivered'].includes((await deliveryOf('один раз', boris))?.state ?? ''));
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

itShowsAnswersFromTheInbox(path, { accountId, from: boris });
itLoadsEndedLinksAgain(path);
describeEvents(path, {
  type: 'instagram',
  object: 'instagram',
  accountId,
  customerId: anna.id,
  late: '2001778899001122553',
});
// The page stays subscribed for its other channels.
itIsConnectedOnce(path, 'instagram');
