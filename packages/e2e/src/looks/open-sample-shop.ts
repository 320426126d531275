import { buildSamplePhoto, SAMPLE_PEOPLE } from '@otvet/simulators';
import { samplePairs } from '../../../../scripts/demo-shop.ts';
import { waitForDialogs } from '../harness/fill-inbox.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import type { Product } from '../harness/start-product.ts';

/** The sample shop with both channels and three dialogs. */
export type SampleShop = { owner: Person; baseId: string; widgetId: string; botId: string };

const [maria = { id: 700_001 }, igor = { id: 700_002 }, elena = { id: 700_003 }] = SAMPLE_PEOPLE;

export async function openSampleShop({ url, telegram }: Product): Promise<SampleShop> {
  const owner = await signUp(url);
  const baseId = await createBase(owner, samplePairs, 'Мебель «Дом»: доставка, оплата, гарантия');
  const widgetId = await connectChannel(owner, {
    type: 'widget',
    name: 'Сайт',
    knowledgeBaseId: baseId,
    settings: {
      greeting: 'Здравствуйте! Подскажем по мебели и доставке.',
      options: {
        widgetTitle: 'Мебель «Дом»',
        useContactFields: true,
        requestedFields: ['name', 'phone'],
        showSocLinks: true,
        socLinks: [{ network: 'telegram', value: 'https://t.me/dom_mebel' }],
      },
    },
  });
  const token = telegram.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' }).token;
  const botId = await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
  telegram.customerSends({ token, from: maria, text: 'Здравствуйте! Диван «Норд» раскладывается?' });
  telegram.customerSends({ token, from: igor, text: 'Позовите, пожалуйста, менеджера' });
  telegram.customerSends({
    token,
    from: elena,
    photo: { bytes: buildSamplePhoto().bytes, caption: 'Есть такой, но зелёный?' },
  });
  await waitForDialogs(owner, 3);
  return { owner, baseId, widgetId, botId };
}
