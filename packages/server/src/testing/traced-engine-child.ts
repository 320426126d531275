import { join } from 'node:path';
import { DurableFileSystem, type EngineModule } from '../platform/database/embedded/durable-file-system.ts';
import { runEngine } from '../platform/database/embedded/run-engine.ts';
import { createTraceWriter } from './disk-trace.ts';

const DATA_FOLDER = '/pglite/data/';
const TRUNCATE = 512;

// Writes down what the engine does to its files, beside the data folder: the power cut test plays it back.
class TracedFileSystem extends DurableFileSystem {
  protected override hook(engine: EngineModule): void {
    super.hook(engine);
    const trace = createTraceWriter(join(this.rootDir, '..', 'trace'));
    const pathOf = (node: FS.FSNode) => engine.FS.getPath(node).slice(DATA_FOLDER.length);
    const { stream_ops: files, node_ops: nodes } = engine.FS.filesystems.NODEFS;
    const original = { ...files, ...nodes };
  }
}

await runEngine((folder) => new TracedFileSystem(folder));
