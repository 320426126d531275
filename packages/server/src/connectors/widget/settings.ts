import { z } from 'zod';

/** The widget has no credentials: whoever holds the embed line may open it, and the origin allow-list decides where. */
export const widgetCredentials = z.strictObject({});
