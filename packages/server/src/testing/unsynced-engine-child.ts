import { DurableFileSystem } from '../platform/database/embedded/durable-file-system.ts';
import { runEngine } from '../platform/database/embedded/run-engine.ts';

// The engine as a new version of it could be: the hook finds nothing to hook into.
class UnsyncedFileSystem extends DurableFileSystem {
  protected override hook(): void {
    this.syncCount = 0;
  }
}

await runEngine((folder) => new UnsyncedFileSystem(folder));
