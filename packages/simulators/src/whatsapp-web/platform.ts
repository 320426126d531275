import { answerCall } from './calls.ts';
import { type FromLibrary, fromLibrary, type Sealed } from './frames.ts';
import type { Wire } from './wire.ts';
import { Boom, type Connection, hiddenOf, newId, numberOf, secondsOf, type Waiting, type World } from './world.ts';

/** Serves one connection of the library's stand-in. */
export function acceptWire(world: World, wire: Wire): void {
  const connection: Connection = {
    secret: '',
    isLinked: false,
    isOpen: false,
    isOver: false,
    send: (frame) => wire.send(frame),
    link() {
      world.links.set(connection.secret, { count: 0, waiting: [] });
      const me = { id: `${world.number}:7@s.whatsapp.net`, lid: `${world.hiddenId}:7@lid`, name: 'Мебель на заказ' };
      wire.send({ kind: 'linked', me });
      connection.close(515, 'Stream Errored (restart required)');
    },
    close(code, message = `Closed with ${code}`) {
      if (connection.isOver) return;
      leave();
      wire.send({ kind: 'close', code, message });
    },
  };
  const leave = () => {
    connection.isOpen = false;
    connection.isOver = true;
  };
  wire.onClose(leave);
  wire.onFrame((given) => {
    if (!connection.isOver) read(world, connection, fromLibrary.parse(given));
  });
}

function read(world: World, connection: Connection, frame: FromLibrary): void {
  switch (frame.kind) {
    case 'hello':
      greet(world, connection, frame);
      return;
    case 'receipt': {
      const link = world.links.get(connection.secret);
      if (link) link.waiting = link.waiting.filter(({ id }) => id !== frame.id);
      return;
    }
    case 'retry':
      sendAgain(world, connection, frame.id);
      return;
    case 'call':
      void answer(world, connection, frame);
  }
}

function greet(world: World, connection: Connection, { secret, isLinked }: { secret: string; isLinked: boolean }) {
  world.connections.push(Object.assign(connection, { secret, isLinked }));
  world.ledger.opened += 1;
  if (!isLinked) return connection.send({ kind: 'code', ref: `ref,noise,identity,${secret}` });
  const link = world.links.get(secret);
  if (!link) return connection.close(401, 'Connection Failure');
  // Two connections of one link: the older one goes.
  for (const other of world.connections)
    if (other !== connection && other.isOpen && other.secret === secret) other.close(440, 'Stream Errored (conflict)');
  connection.isOpen = true;
  connection.send({ kind: 'open' });
  for (const waiting of link.waiting) {
    waiting.attrs.offline = '1';
    deliver(world, connection, waiting);
  }
}

function deliver(world: World, connection: Connection, waiting: Waiting): void {
  if (waiting.isDelivered) world.ledger.redelivered += 1;
  waiting.isDelivered = true;
  const { attrs, message, count, isNewChain } = waiting;
  const given: Sealed = { count, isNewChain, message };
  const ciphertext = Buffer.from(JSON.stringify(given)).toString('base64');
  connection.send({ kind: 'message', node: { attrs, type: isNewChain ? 'pkmsg' : 'msg', ciphertext } });
}

/** Whoever wrote it encrypts it anew, in a chain that the link can begin with. */
function sendAgain(world: World, connection: Connection, id: string): void {
  const link = world.links.get(connection.secret);
  const waiting = link?.waiting.find((one) => one.id === id);
  world.ledger.undecryptable += 1;
  if (!link || !waiting) return;
  link.count += 1;
  Object.assign(waiting, { count: link.count, isNewChain: true, isDelivered: false });
  deliver(world, connection, waiting);
}

async function answer(
  world: World,
  connection: Connection,
  { place, name, input }: Extract<FromLibrary, { kind: 'call' }>,
): Promise<void> {
  try {
    const value = (await answerCall(world, connection, { name, input })) ?? null;
    connection.send({ kind: 'answer', place, value, failure: null });
  } catch (error) {
    const code = error instanceof Boom ? error.output.statusCode : null;
    const failure = { message: error instanceof Error ? error.message : String(error), code };
    connection.send({ kind: 'answer', place, value: null, failure });
  }
}

export type Written = {
  /** The customer of the chat. */
  user: string;
  isFromPhone?: boolean;
  id?: string;
  name: string;
  message: Record<string, unknown>;
};

/** Every linked device gets it, at once or when it is there again. */
export function write(world: World, { user, isFromPhone = false, id = newId(world), name, message }: Written): void {
  const [me, customer] = [`${world.hiddenId}@lid`, hiddenOf(user)];
  const addresses: Record<string, string> = isFromPhone
    ? { from: me, recipient: customer }
    : { from: customer, sender_pn: numberOf(user) };
  for (const [secret, link] of world.links) {
    link.count += 1;
    const attrs = { ...addresses, id, t: String(secondsOf(world)), notify: name, addressing_mode: 'lid' };
    const waiting: Waiting = { id, attrs, message, count: link.count, isNewChain: false, isDelivered: false };
    link.waiting.push(waiting);
    const connection = world.connections.find((one) => one.isOpen && one.secret === secret);
    if (connection) deliver(world, connection, waiting);
  }
}
