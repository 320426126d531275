import { join } from 'node:path';
import { DurableFileSystem, type EngineModule } from '../platform/database/embedded/durable-file-system.ts';
import { runEngine } from '../platform/database/embedded/run-engine.ts';
import { createTraceWriter, type DiskStep } from './disk-trace.ts';

const DATA_FOLDER = '/pglite/data/';
const TRUNCATE = 512;

type FileNode = object;

type Stream = {
  node: FileNode;
  flags: number;
};

type Attributes = {
  size?: number;
};

// The operations of Emscripten's NODEFS that change something on the disk.
type DiskLayer = {
  stream_ops: {
    open: (stream: Stream) => void;
    write: (stream: Stream, buffer: Int8Array, ...place: [offset: number, length: number, position: number]) => number;
    fsync: (stream: Stream) => number;
    setattr: (stream: Stream, attributes: Attributes) => void;
  };
  node_ops: {
    setattr: (node: FileNode, attributes: Attributes) => void;
    mknod: (parent: FileNode, name: string, ...kind: [mode: number, device: number]) => FileNode;
    rename: (node: FileNode, parent: FileNode, name: string) => void;
    unlink: (parent: FileNode, name: string) => void;
    rmdir: (parent: FileNode, name: string) => void;
  };
};

type Trace = (step: DiskStep, data?: Uint8Array) => void;

// Writes down what the engine does to its files, beside the data folder: the power cut test plays it back.
class TracedFileSystem extends DurableFileSystem {
  protected override hook(engine: EngineModule): void {
    super.hook(engine);
    const layer: unknown = engine.FS.filesystems.NODEFS;
    if (!isDiskLayer(layer)) {
      throw new Error('The file layer of the engine has another form');
    }
    const trace = createTraceWriter(join(this.rootDir, '..', 'trace'));
    const pathOf = (node: FileNode): string => String(engine.FS.getPath(node)).slice(DATA_FOLDER.length);
    traceStreams({ operations: layer.stream_ops, trace, pathOf });
    traceNodes({ operations: layer.node_ops, trace, pathOf, isFolder: (mode) => Boolean(engine.FS.isDir(mode)) });
  }
}

function isDiskLayer(layer: unknown): layer is DiskLayer {
  return typeof layer === 'object' && layer !== null && 'stream_ops' in layer && 'node_ops' in layer;
}

function traceStreams(parts: {
  operations: DiskLayer['stream_ops'];
  trace: Trace;
  pathOf: (node: FileNode) => string;
}): void {
  const { operations, trace, pathOf } = parts;
  const { open, write, fsync, setattr } = operations;
  operations.open = (stream) => {
    open(stream);
    if ((stream.flags & TRUNCATE) !== 0) {
      trace({ kind: 'resize', path: pathOf(stream.node), size: 0 });
    }
  };
  operations.write = (stream, buffer, ...place) => {
    const [offset, , position] = place;
    const length = write(stream, buffer, ...place);
    const data = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
    trace({ kind: 'write', path: pathOf(stream.node), position, length }, data);
    return length;
  };
  operations.fsync = (stream) => {
    const result = fsync(stream);
    trace({ kind: 'sync', path: pathOf(stream.node) });
    return result;
  };
  operations.setattr = (stream, attributes) => {
    setattr(stream, attributes);
    if (attributes.size !== undefined) {
      trace({ kind: 'resize', path: pathOf(stream.node), size: attributes.size });
    }
  };
}

function traceNodes(parts: {
  operations: DiskLayer['node_ops'];
  trace: Trace;
  pathOf: (node: FileNode) => string;
  isFolder: (mode: number) => boolean;
}): void {
  const { operations, trace, pathOf, isFolder } = parts;
  const { setattr, mknod, rename, unlink, rmdir } = operations;
  const within = (parent: FileNode, name: string) => join(pathOf(parent), name);
  operations.setattr = (node, attributes) => {
    setattr(node, attributes);
    if (attributes.size !== undefined) {
      trace({ kind: 'resize', path: pathOf(node), size: attributes.size });
    }
  };
  operations.mknod = (parent, name, ...kind) => {
    trace({ kind: 'create', path: within(parent, name), isFolder: isFolder(kind[0]) });
    return mknod(parent, name, ...kind);
  };
  operations.rename = (node, parent, name) => {
    trace({ kind: 'rename', path: pathOf(node), to: within(parent, name) });
    rename(node, parent, name);
  };
  operations.unlink = (parent, name) => {
    trace({ kind: 'remove', path: within(parent, name) });
    unlink(parent, name);
  };
  operations.rmdir = (parent, name) => {
    trace({ kind: 'remove', path: within(parent, name) });
    rmdir(parent, name);
  };
}

await runEngine((folder) => new TracedFileSystem(folder));
