import { build, type Plugin } from 'vite'
import { BUILD_TARGET } from './floor/floor.ts'
import { leanKy } from './lean-ky.ts'
import { modernDexie } from './modern-dexie.ts'

/** Leaves the in-memory storage (130 kB) out of a worker's single file: workers run only where IndexedDB exists. */
export const withoutMemoryStorage: Plugin = {
  name: 'baywise:without-memory-storage',
  load: (id) =>
    id.endsWith('/src/db/memory-storage.ts') ? 'export const IDBFactory = undefined, IDBKeyRange = undefined' : null,
}

/** Builds a module with all its imports as the text of a classic script, which leaves its exports in `baywiseName`. */
export async function buildScript(entry: string, name: string): Promise<string> {
  const global = `baywise-${name}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [withoutMemoryStorage, modernDexie, leanKy],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { target: [...BUILD_TARGET], write: false, lib: { entry, name: global, formats: ['iife'] } },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}
