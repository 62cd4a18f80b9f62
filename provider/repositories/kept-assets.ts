import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import { isMissing } from '../db/missing-file.ts'

/*
 * Hashed files of earlier releases: a page that is still open requests chunks that the new build lacks. Each `look` copies the build's
 * files into the data folder and deletes those that no build has contained for 30 days.
 *
 *   in the build ---> gone from it: last seen at that look ---> 30 days later deleted
 */

const KEPT_MS = 30 * DAY_MS
const FOLDER = 'old-assets'
/** Stored beside the folder, because the folder is served. */
const INDEX = 'old-assets.json'

const indexSchema = v.record(
  v.string(),
  v.object({ firstSeen: v.number(), lastSeen: v.number(), inBuild: v.boolean() }),
)
/** By file name; times in epoch milliseconds. */
type Index = v.InferOutput<typeof indexSchema>

export interface KeptAssets {
  /** The folder that holds the files. */
  readonly folder: string
  /** Compares the folder with the build; concurrent calls share one run. Never rejects. */
  look(): Promise<void>
}

interface Parts {
  readonly distDir: string
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Rebuilds an index truncated by a crash: its files count as seen now. */
async function readIndex(dataDir: string, now: number): Promise<Index> {
  const names = (await namesIn(join(dataDir, FOLDER))).filter((name) => !name.endsWith('.tmp'))
  const text = names.length === 0 ? '' : await readFile(join(dataDir, INDEX), 'utf8').catch(() => '')
  const known = v.safeParse(v.pipe(v.string(), v.parseJson(), indexSchema), text)
  const index = known.success ? known.output : {}
  return Object.fromEntries(
    names.map((name) => [name, index[name] ?? { firstSeen: now, lastSeen: now, inBuild: false }]),
  )
}

/** Writes atomically: a crash may leave a `.tmp`, but never a partial file under the final name. */
async function putInPlace(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${target}.${String(process.pid)}.tmp`
  await write(temporary)
  await rename(temporary, target)
}

async function compare({ distDir, dataDir, clock }: Parts): Promise<void> {
  const [built, folder] = [join(distDir, 'assets'), join(dataDir, FOLDER)]
  const names = new Set(await namesIn(built))
  // A missing build is a deploy in progress, not a release without files.
  if (names.size === 0) return
  await mkdir(folder, { recursive: true })
  const now = clock.now()
  const index = await readIndex(dataDir, now)
  for (const name of names) {
    const known = index[name]
    if (known === undefined) await putInPlace(join(folder, name), (temporary) => copyFile(join(built, name), temporary))
    index[name] = { firstSeen: known?.firstSeen ?? now, lastSeen: now, inBuild: true }
  }
  for (const [name, seen] of Object.entries(index)) {
    if (names.has(name)) continue
    // Until now the file was served from the build.
    const lastSeen = seen.inBuild ? now : seen.lastSeen
    index[name] = { ...seen, lastSeen, inBuild: false }
    if (now - lastSeen <= KEPT_MS) continue
    await rm(join(folder, name), { force: true })
    delete index[name]
  }
  await putInPlace(join(dataDir, INDEX), (temporary) => writeFile(temporary, JSON.stringify(index)))
}

export function createKeptAssets(parts: Parts): KeptAssets {
  let running: Promise<void> | undefined
  return {
    folder: join(parts.dataDir, FOLDER),
    look() {
      running ??= compare(parts)
        // A full or read-only disk may lose old files, but must not stop the app.
        .catch((error: unknown) => parts.log.warn('assets.not_kept', { message: String(error) }))
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}
