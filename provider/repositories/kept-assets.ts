import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import { isMissing } from '../db/missing-file.ts'

/*
 * Hashed files of earlier releases: a page that is still open asks for chunks that the new build has not. Each look copies the build's
 * files into the data folder and forgets those that no build has had for 30 days.
 *
 *   in the build ---> gone from it: last seen at that look ---> 30 days later deleted
 */

const KEPT_MS = 30 * DAY_MS
const FOLDER = 'old-assets'
/** Beside the folder, which is served. */
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
  /** Compares with the build once more; calls while one is under way join it. Never rejects. */
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

/** An index that was cut off by a crash is begun anew: the files it named count as seen now. */
async function readIndex(dataDir: string, now: number): Promise<Index> {
  const names = (await namesIn(join(dataDir, FOLDER))).filter((name) => !name.endsWith('.tmp'))
  const text = names.length === 0 ? '' : await readFile(join(dataDir, INDEX), 'utf8').catch(() => '')
  const known = v.safeParse(v.pipe(v.string(), v.parseJson(), indexSchema), text)
  const index = known.success ? known.output : {}
  return Object.fromEntries(
    names.map((name) => [name, index[name] ?? { firstSeen: now, lastSeen: now, inBuild: false }]),
  )
}

/** Whole or not at all: a crash leaves a `.tmp`, never half a file under its name. */
async function putInPlace(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${target}.${String(process.pid)}.tmp`
  await write(temporary)
  await rename(temporary, target)
}

async function compare({ distDir, dataDir, clock }: Parts): Promise<void> {
  const [built, folder] = [join(distDir, 'assets'), join(dataDir, FOLDER)]
  const names = new Set(await namesIn(built))
  // An absent build is a deploy half way, not a release without files.
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
    // Until this look it was served as part of the build.
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
        // A full or read-only disk costs the old files, not the app.
        .catch((error: unknown) => parts.log.warn('assets.not_kept', { message: String(error) }))
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}
