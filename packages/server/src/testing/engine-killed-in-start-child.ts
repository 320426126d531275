import { DurableFileSystem, type EngineModule } from '../platform/database/embedded/durable-file-system.ts';
import { runEngine } from '../platform/database/embedded/run-engine.ts';

type CreateFile = (...file: [parent: object, name: string, mode: number, device: number]) => object;

function hasCreation(layer: unknown): layer is { node_ops: { mknod: CreateFile } } {
  return typeof layer === 'object' && layer !== null && 'node_ops' in layer;
}

// The engine is killed at the worst moment of its start: its lock file is there, and nothing is written in it yet.
class KillingFileSystem extends DurableFileSystem {
  protected override hook(engine: EngineModule): void {
    super.hook(engine);
    const layer: unknown = engine.FS.filesystems.NODEFS;
    if (!hasCreation(layer)) throw new Error('The file layer of the engine has another form');
    const create = layer.node_ops.mknod;
    layer.node_ops.mknod = (...file) => {
      const node = create(...file);
      if (file[1] === 'postmaster.pid') process.kill(process.pid, 'SIGKILL');
      return node;
    };
  }
}

await runEngine((folder) => new KillingFileSystem(folder));
