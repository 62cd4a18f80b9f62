/**
 * Called by PostgreSQL for its write-ahead log: `wal.ts archive PATH NAME FOLDER [KEYFILE]`, `wal.ts fetch NAME PATH
 * FOLDER [KEYFILE]`. `fetch` exits with 1 when the file does not exist, which ends a recovery, and above 125 when it is
 * unusable, which aborts one.
 */
import { fetchSegment, keepSegment } from '../db/archive.ts'

const UNUSABLE = 200

async function run([verb, first = '', second = '', dir = '', keyFile]: readonly string[]): Promise<number> {
  const archive = { dir, keyFile }
  if (verb === 'archive' && dir !== '') {
    await keepSegment(archive, { path: first, name: second })
    return 0
  }
  if (verb === 'fetch' && dir !== '') return (await fetchSegment(archive, { name: first, path: second })) ? 0 : 1
  throw new Error('wal.ts archive PATH NAME FOLDER [KEYFILE] | wal.ts fetch NAME PATH FOLDER [KEYFILE]')
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = UNUSABLE
}
