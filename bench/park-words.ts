import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { must } from '../src/lib/assert.ts'
import { buildPage } from './gate-browser.ts'
import { onPage } from './on-page.ts'
import type * as ParkWordsPage from './park-words-page.ts'
import type { Anchor, TypedWords } from './park-words-page.ts'
import { limited, type BenchRow } from './row.ts'

declare global {
  interface Window {
    readonly parkWords: typeof ParkWordsPage
  }
}

/** Set fewer for a quick look on a busy machine. */
const PARKS = Number(process.env.PARKS ?? 500_000)
const TIMES = 5
const CPU_RATES = [1, 4]
/** As many as the list under the search field shows. */
const LIMIT = 3

type Searches = readonly TypedWords[]
/** Text typed in each of the four countries. */
const SEARCHES: Readonly<Record<string, Searches>> = {
  'a word and a town': [
    { text: 'parking toronto', country: 'CA' },
    { text: 'lot vancouver', country: 'CA' },
    { text: 'garage lagos', country: 'NG' },
    { text: 'airport dakar', country: 'SN' },
    { text: 'parking new york', country: 'US' },
  ],
  'a word that all have, or its beginning': [
    { text: 'p', country: 'CA' },
    { text: 'par', country: 'CA' },
    { text: 'parking', country: 'CA' },
    { text: 'garage', country: 'NG' },
  ],
  'a town': [
    { text: 'toronto', country: 'CA' },
    { text: 'dakar', country: 'SN' },
    { text: 'victoria island', country: 'NG' },
  ],
  'a code, or words that none has': [
    { text: 'us0000zz', country: 'US' },
    { text: 'zzz', country: 'US' },
  ],
}

interface PlaceLine {
  readonly name: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country_code: Anchor['country']
  readonly lat: number
  readonly lng: number
}

/** Real places of all four countries. */
const readAnchors = (): readonly Anchor[] =>
  readFileSync('data/places.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlaceLine)
    .map(({ name, city, state, country_code, lat, lng }) => ({
      ...{ name: name ?? city ?? '', city, state, country: country_code, lat, lng },
    }))

const rankOf = (values: readonly number[], part: number): number =>
  must(values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1], 'a value')

async function measureAt(rate: number, page: Page): Promise<readonly BenchRow[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const cpu = `${String(rate)}x CPU`
  const first = await page.evaluate(([typed, limit]) => window.parkWords.search(typed, limit), [
    { text: 'garage lagos', country: 'NG' },
    LIMIT,
  ] as const)
  const rows = [limited({ name: `the first search of a page, ${cpu}`, value: first.ms, unit: 'ms' })]
  for (const [name, typed] of Object.entries(SEARCHES)) {
    const searched = await page.evaluate(([all, times, limit]) => window.parkWords.searchOften(all, times, limit), [
      typed,
      TIMES,
      LIMIT,
    ] as const)
    const times = searched.flat().map(({ ms }) => ms)
    rows.push(limited({ name: `${name}, ${cpu}, p50`, value: rankOf(times, 0.5), unit: 'ms', digits: 1 }))
    rows.push(limited({ name: `${name}, ${cpu}, p95`, value: rankOf(times, 0.95), unit: 'ms', digits: 1 }))
  }
  return rows
}

/** Searches by words among half a million car parks on the phone, scattered around real places. */
export async function benchParkWords(): Promise<readonly BenchRow[]> {
  const script = await buildPage('bench/park-words-page.ts', 'parkWords')
  const profile = await mkdtemp(path.join(tmpdir(), 'bench-words-'))
  const executablePath = must(findBrowser(), 'a Chromium')
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: BROWSER_FLAGS })
  try {
    const loadMs = await onPage(context, script, (page) =>
      page.evaluate(([anchors, count]) => window.parkWords.load(anchors, count), [readAnchors(), PARKS] as const),
    )
    const rows = [limited({ name: `${String(PARKS)} car parks brought in`, value: loadMs, unit: 'ms' })]
    for (const rate of CPU_RATES) rows.push(...(await onPage(context, script, (page) => measureAt(rate, page))))
    return rows
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}
