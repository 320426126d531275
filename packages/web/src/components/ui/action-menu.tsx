import type { TablerIcon } from '@tabler/icons-react';
import { cloneElement, type ReactElement, useState } from 'react';
import { onDemand } from './on-demand.tsx';

export type MenuEntry =
  | {
      kind: 'action';
      id: string;
      label: string;
      icon?: TablerIcon;
      isDangerous?: boolean;
      isChosen?: boolean;
      onSelect: () => void;
    }
  | { kind: 'divider'; id: string }
  | { kind: 'note'; id: string; label: string };

type TriggerProps = {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
};

export type MenuPosition = 'bottom-end' | 'top-start' | 'top-end';

export type ActionMenuProps = {
  trigger: ReactElement<TriggerProps>;
  entries: readonly MenuEntry[];
  position: MenuPosition;
};

const loadMenu = async () => (await import('./loaded-menu.tsx')).LoadedMenu;
const LoadedMenu = onDemand<ActionMenuProps>({
  load: loadMenu,
  meanwhile: ({ trigger }) => trigger,
});

/** A button with a menu. The menu itself is loaded when somebody reaches for it: it is heavy, and no first screen needs it. */
export function ActionMenu({ trigger, entries, position }: ActionMenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadMenu().catch(() => undefined);
  const waiting = cloneElement(trigger, {
    onClick: () => setIsWanted(true),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  return isWanted ? <LoadedMenu trigger={trigger} entries={entries} position={position} /> : waiting;
}
