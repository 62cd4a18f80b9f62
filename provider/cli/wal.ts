/**
 * What PostgreSQL calls for its log: `wal.ts archive PATH NAME FOLDER [KEYFILE]`, `wal.ts fetch NAME PATH FOLDER [KEYFILE]`. Exit code 1 of
 * `fetch`: there is no such file, which ends a recovery; above 125, which stops it: there is one that cannot be used.
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
