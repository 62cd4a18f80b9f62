import { readFile, stat } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly encoding: 'br' | 'gzip' | undefined
  readonly etag: string
}

/** A requested file: its path below the roots, and the encodings that the browser accepts, smallest first. */
export interface Wanted {
  readonly path: string
  readonly packed: readonly Packing[]
}

const PACKINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const
type Packing = (typeof PACKINGS)[number]

/** Memory limit for hashed files, in bytes: six times all compressed files of the app. */
const MEMORY = 8_000_000

/** @param acceptEncoding the header `Accept-Encoding` */
export function packingsIn(acceptEncoding: string): readonly Packing[] {
  return PACKINGS.filter(({ encoding }) => new RegExp(`(^|[\\s,])${encoding}(\\s*;|\\s*,|\\s*$)`).test(acceptEncoding))
}

async function readIfFile(path: string): Promise<StaticFile | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined || !info.isFile()) return undefined
  return {
    bytes: new Uint8Array(await readFile(path)),
    encoding: undefined,
    etag: `W/"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
  }
}

/** Finds the file in the first root that has it, compressed if available there. Never reads outside the roots. */
export async function findFile({ path, packed }: Wanted, roots: readonly string[]): Promise<StaticFile | undefined> {
  for (const root of roots) {
    const full = normalize(join(root, path))
    if (!full.startsWith(root + sep)) continue
    for (const { encoding, suffix } of packed) {
      const found = await readIfFile(full + suffix)
      if (found !== undefined) return { ...found, encoding }
    }
    const found = await readIfFile(full)
    if (found !== undefined) return found
  }
  return undefined
}

export interface FilesInMemory {
  find(wanted: Wanted): Promise<StaticFile | undefined>
  /** Forgets the files of a replaced build. */
  forget(): void
}

/**
 * Caches the files of a folder whose names change with their content: each is read from the disk once, and the least
 * recently used is dropped when the memory is full. An installation requests nearly eighty of them.
 */
export function keepInMemory(folder: string, limit = MEMORY): FilesInMemory {
  const kept = new Map<string, StaticFile>()
  let size = 0
  const keep = (key: string, file: StaticFile): void => {
    if (file.bytes.length > limit / 8 || kept.has(key)) return
    kept.set(key, file)
    size += file.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (size <= limit) return
      kept.delete(oldest)
      size -= bytes.length
    }
  }
  return {
    async find(wanted) {
      const key = [wanted.path, ...wanted.packed.map(({ encoding }) => encoding)].join(' ')
      const known = kept.get(key)
      if (known === undefined) {
        const found = await findFile(wanted, [folder])
        if (found !== undefined) keep(key, found)
        return found
      }
      kept.delete(key)
      kept.set(key, known)
      return known
    },
    forget() {
      kept.clear()
      size = 0
    },
  }
}
