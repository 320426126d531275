import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { z } from 'zod';

/** A column of a result as the server announces it; the ids are 0 where it is no plain column of a table. */
type AnnouncedColumn = { name: string; tableId: number; columnId: number; typeId: number };
export type Announcement = { parameterTypeIds: number[]; columns: AnnouncedColumn[] };

const parameterDescription = z.object({ dataTypeIDs: z.array(z.number()) });
const rowDescription = z.object({
  fields: z.array(z.object({ name: z.string(), tableID: z.number(), columnID: z.number(), dataTypeID: z.number() })),
});

/** Has the server parse and describe a statement without running it; fails as the server does. */
export function announceStatement(client: pg.ClientBase, text: string): Promise<Announcement> {
  return new Promise((resolve, reject) => {
    const announcement: Announcement = { parameterTypeIds: [], columns: [] };
    const onParameters = (message: unknown) => {
      announcement.parameterTypeIds = parameterDescription.parse(message).dataTypeIDs;
    };
    let connection: EventEmitter | undefined;
    const end = () => connection?.off('parameterDescription', onParameters);
    // What the client calls of a query; this one only describes, as the driver has no such query of its own.
    client.query({
      submit: (wire: pg.Connection) => {
        connection = wire.on('parameterDescription', onParameters);
        wire.parse({ name: '', text, types: [] }, true);
        wire.describe({ type: 'S', name: '' }, true);
        wire.sync();
      },
      handleRowDescription: (message: unknown) => {
        announcement.columns = rowDescription.parse(message).fields.map((field) => ({
          name: field.name,
          tableId: field.tableID,
          columnId: field.columnID,
          typeId: field.dataTypeID,
        }));
      },
      handleError: (error: unknown) => {
        end();
        reject(error);
      },
      handleReadyForQuery: () => {
        end();
        resolve(announcement);
      },
    });
  });
}
