import { afterEach, expect } from 'vitest';
import { refuseNestedConnections } from '../platform/database/nested-connections.ts';

const found: (string | undefined)[] = [];

/** Where code inside a transaction asked for one more connection; what was found until now is forgotten. */
export const takeNestedConnections = () => found.splice(0);

refuseNestedConnections((error) => found.push(error.stack));
// Also where somebody has caught the error.
afterEach(() => expect(takeNestedConnections()).toEqual([]));
