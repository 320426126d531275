import type { WindowModule } from '../shared/host.ts';
import { mountWindow as mount } from './mount-window.ts';
import { ru } from './texts.ts';

export const mountWindow: WindowModule['mountWindow'] = (host) => mount(host, ru);
