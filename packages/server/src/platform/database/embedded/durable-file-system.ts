import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type InitResult = Awaited<ReturnType<NodeFS['init']>>;
type PreRun = NonNullable<InitResult['emscriptenOpts']['preRun']>[number];
/** The engine's WebAssembly module, as its start hooks see it. */
export type EngineModule = Parameters<PreRun>[0];

/** The file operations of the engine; the object is shared by all of its open files, so that a change counts for all. */
export type FileOperations = {
  fsync?: (stream: { nfd: number }) => number;
};

const ERROR_NUMBER_IO = 29;

/**
 * The engine's files on disk, with an fsync that reaches the disk: as shipped (0.5.14) the file layer has none, and
 * acknowledged rows are lost in a power cut. `syncCount` lets the start prove that a commit calls it.
 */
export class DurableFileSystem extends NodeFS {
  syncCount = 0;

  override async init(...[pglite, options]: InitArguments): Promise<InitResult> {
    const result = await super.init(pglite, options);
    const preRun = [...(result.emscriptenOpts.preRun ?? []), (engine: EngineModule) => this.hook(engine)];
    return { ...result, emscriptenOpts: { ...result.emscriptenOpts, preRun } };
  }

  protected hook(engine: EngineModule): void {
    const operations = findFileOperations(engine);
    if (operations === undefined) {
      return;
    }
    operations.fsync = (stream) => {
      this.syncCount += 1;
      try {
        fsyncSync(stream.nfd);
      } catch (error) {
        // PostgreSQL must see the failure: it stops rather than acknowledge a commit that is not on the disk.
        throw new engine.FS.ErrnoError(ERROR_NUMBER_IO, { cause: error });
      }
      return 0;
    };
  }
}

/** The shared file operations of the module's disk file layer, or undefined if this build keeps them elsewhere. */
export function findFileOperations(engine: EngineModule): FileOperations | undefined {
  const layer: unknown = engine.FS.filesystems.NODEFS;
  return hasFileOperations(layer) ? layer.stream_ops : undefined;
}

function hasFileOperations(layer: unknown): layer is { stream_ops: FileOperations } {
  return typeof layer === 'object' && layer !== null && 'stream_ops' in layer;
}
