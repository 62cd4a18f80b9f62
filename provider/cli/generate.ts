import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Clock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { loadFindZone } from '../import/derive-zone.ts'
import { GENERATED, generateParks } from '../import/generate-parks.ts'
import { parseParkLine, type ParkLine } from '../import/park-line.ts'
import { copyParks } from '../repositories/parks-copy.ts'
import type { Printed } from './attendants.ts'

const REAL_PARKS = new URL('../../data/parks.ndjson', import.meta.url)
const MAX_PARKS = 1_000_000

interface GenerateDeps {
  readonly db: Database
  readonly clock: Clock
  readonly config: { readonly sandbox: boolean }
}

async function readRealParks(): Promise<readonly ParkLine[]> {
  const lines = (await readFile(REAL_PARKS, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => {
    const parsed = parseParkLine(line)
    return parsed.ok ? [parsed.value] : []
  })
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })

/**
 * `--parks N [--seed S]`: adds made-up parks around the real ones, in the sandbox only. The parks of a seed can be
 * generated only once.
 */
export async function generate({ db, clock, config }: GenerateDeps, words: readonly string[]): Promise<Printed> {
  if (!config.sandbox) return refused('Made-up parks are for the sandbox: with SANDBOX=0 nothing is generated.')
  const { values } = parseArgs({ args: [...words], options: { parks: { type: 'string' }, seed: { type: 'string' } } })
  const [count, seed] = [wholeNumber(values.parks), wholeNumber(values.seed ?? '1')]
  if (count === undefined || count < 1 || count > MAX_PARKS || seed === undefined)
    return refused('generate --parks N [--seed S]: N from 1 to 1000000, S a whole number.')
  const there = await db.query('select 1 from parks where source = $1 and source_id like $2 limit 1', [
    GENERATED,
    `${String(seed)}-%`,
  ])
  if (there.length > 0) return refused(`The parks of seed ${String(seed)} are there already: choose another --seed.`)
  const startedAt = clock.now()
  await copyGenerated({ db, clock }, count, seed)
  await db.query('analyze parks, park_tariffs, park_tokens, park_words, park_counts, park_blocks')
  const seconds = Math.round((clock.now() - startedAt) / 1_000)
  return { lines: [`${String(count)} parks made up in ${String(seconds)} s (seed ${String(seed)}).`], exitCode: 0 }
}

async function copyGenerated({ db, clock }: Omit<GenerateDeps, 'config'>, count: number, seed: number): Promise<void> {
  const codes = await db.query<{ code: string }>('select code from parks')
  const taken = new Set(codes.map(({ code }) => code))
  const options = { count, seed, lines: await readRealParks(), findZone: await loadFindZone(), taken }
  await copyParks(db, generateParks(options), clock.now())
}
