import {
  type ConnectState,
  connectState,
  describeChannel,
  type FormField,
  isOfferedChannelType,
} from '@otvet/contract';
import type { SimulatedPlatform } from '@otvet/simulators';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Say } from '../harness/read-texts.ts';
import type { Person } from '../harness/seed.ts';

type Step = Extract<ConnectState, { status: 'step' }>;
type Walk = { page: Page; owner: Person; platform: SimulatedPlatform; t: Say };

const open = z.object({ connecting: z.array(connectState) });

/** Does in the open form what each step asks for, whatever the platform, until the channel is there. */
export async function connectInBrowser(walk: Walk): Promise<void> {
  await expect.poll(() => readState(walk)).toBeDefined();
  await readBefore(walk, (await readState(walk))?.channelType);
  for (let state = await readState(walk); state !== undefined; ) {
    const before = state;
    await answerStep(walk, before);
    await expect.poll(async () => placeOf(await readState(walk))).not.toBe(placeOf(before));
    state = await readState(walk);
  }
}

const placeOf = (state: Step | undefined) => state && `${state.position} ${state.step.name}`;

async function readState({ owner }: Walk): Promise<Step | undefined> {
  const { connecting } = open.parse(await owner.call('GET', '/v1/connecting/'));
  return connecting.find((state) => state.status === 'step');
}

/** What must be true first is read once, before the first step. */
async function readBefore({ page, t }: Walk, type: string | undefined): Promise<void> {
  const hasBefore = isOfferedChannelType(type) && describeChannel(type).before.length > 0;
  if (!hasBefore) return;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('channels.connecting.before_next') })
    .click();
}

async function answerStep(walk: Walk, { position, stepCount: count, step }: Step): Promise<void> {
  const { page, platform, t } = walk;
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true });
  const progress = count === null ? t('channels.connecting.progress_open', { position }) : undefined;
  await dialog.getByText(progress ?? t('channels.connecting.progress', { position, count: count ?? 0 })).waitFor();
  switch (step.kind) {
    case 'fields':
      await fillFields(walk, { dialog, fields: step.fields });
      return await next.click();
    case 'redirect':
      return await dialog.locator(`a[href=${JSON.stringify(step.url)}]`).click();
    case 'choice': {
      // Where ways are chosen from, the steps of one of them would mislead.
      expect(await dialog.locator('ol').count()).toBe(step.instructions.length > 1 ? 1 : 0);
      const [wanted] = step.choices.filter(({ isAvailable }) => isAvailable);
      await dialog.locator(`input[type=radio][value=${JSON.stringify(wanted?.value)}]`).check();
      return await next.click();
    }
    case 'code':
      if (step.shown !== null) await platform.enter?.(step.shown);
      if (step.field !== null) await fillFields(walk, { dialog, fields: [step.field] });
      return await next.click();
    case 'qr':
      return void (await platform.enter?.(step.content ?? ''));
    case 'review':
      return await dialog.getByRole('button', { name: t('channels.connecting.finish'), exact: true }).click();
  }
}

async function fillFields(
  { platform, t }: Walk,
  { dialog, fields }: { dialog: Locator; fields: readonly FormField[] },
): Promise<void> {
  const isGiven = ({ name }: FormField) => platform.credentials[name] !== undefined;
  if (fields.some((field) => !field.isRequired && isGiven(field)) && fields.some(({ isRequired }) => isRequired))
    await dialog.getByRole('button', { name: t('channels.connecting.more_fields'), exact: true }).click();
  for (const { name, label } of fields.filter(isGiven))
    await dialog.getByLabel(t(label), { exact: true }).fill(platform.credentials[name] ?? '');
}
