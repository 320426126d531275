import type { ConnectState } from '@otvet/contract';
import type { Connector } from '../../connectors/port.ts';
import type { OpenDraft } from './connecting-draft.ts';
import { isShownAddressTried } from './entered-address.ts';
import { showGiven } from './step-back.ts';

/** As the API shows it. */
export function describeProgress({ open, connector }: { open: OpenDraft; connector: Connector }): ConnectState {
  const { id, type, createdAt, until, draft } = open;
  const position = draft.position || draft.place + 1;
  const rest = connector.connect.steps.slice(draft.place);
  return {
    status: 'step',
    id,
    channelType: type,
    beganAt: createdAt.toISOString(),
    expiresAt: until.toISOString(),
    position,
    // Steps that were left out are not counted; of those to come it may not be known yet.
    stepCount: rest.slice(1).some((step) => step.isNeeded !== undefined) ? null : position + rest.length,
    step: draft.step,
    fault: draft.fault,
    canGoBack: draft.trail.length > 0,
    // By its name: what is secret must not depend on the place, which another build may have changed.
    given: showGiven(
      connector.connect.steps.find(({ name }) => name === draft.step.name),
      draft,
    ),
    isAddressTried: isShownAddressTried(connector, { place: draft.place, addressTriedAt: open.addressTriedAt }),
    isRefused: open.refusedSince !== null,
  };
}
