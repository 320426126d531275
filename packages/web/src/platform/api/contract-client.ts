/** Calls a procedure by its name in the contract, such as `chat.send`. */
export type CallProcedure = (name: string, input: Record<string, unknown>) => Promise<unknown>;

/** An object on which `client.chat.send(input)` calls `chat.send`; its type is the caller's to name, from the contract. */
export function createContractClient<Client extends object>(call: CallProcedure): Client {
  return new Proxy<Client>(Object.create(null), {
    get: (_client, group) => createGroup(String(group), call),
  });
}

function createGroup(group: string, call: CallProcedure): object {
  return new Proxy(Object.create(null), {
    get: (_group, name) => (input: Record<string, unknown>) => call(`${group}.${String(name)}`, input),
  });
}
