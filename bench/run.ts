/**
 * `npm run bench`: runs every benchmark, or those named (`npm run bench -- relaunch memory`), then prints one table. A
 * figure over its limit is printed, never asserted; the exit code is 1 only when a benchmark broke.
 */
import { toTable, type BenchRow } from './row.ts'

type Bench = () => readonly BenchRow[] | Promise<readonly BenchRow[]>

/** Loaded on demand, so that a benchmark that fails to load does not affect the others. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  quote: async () => (await import('./quote.ts')).benchQuote,
  relaunch: async () => (await import('./relaunch.ts')).benchRelaunch,
  enqueue: async () => (await import('./enqueue.ts')).benchEnqueue,
  'booking-tx': async () => (await import('./booking-tx.ts')).benchBookingTx,
  near: async () => (await import('./near.ts')).benchNear,
  search: async () => (await import('./search.ts')).benchSearch,
  'half-load': async () => (await import('./half-load.ts')).benchHalfLoad,
  'search-places': async () => (await import('./search-places.ts')).benchSearchPlaces,
  spends: async () => (await import('./spends.ts')).benchSpends,
  wallet: async () => (await import('./wallet.ts')).benchWallet,
  cart: async () => (await import('./cart.ts')).benchCart,
  memory: async () => (await import('./memory.ts')).benchMemory,
  scan: async () => (await import('./scan.ts')).benchScan,
  verify: async () => (await import('./verify.ts')).benchVerify,
  map: async () => (await import('./map.ts')).benchMap,
  'find-page': async () => (await import('./find-page.ts')).benchFindPage,
  pins: async () => (await import('./pins.ts')).benchPins,
  'many-parks': async () => (await import('./many-parks.ts')).benchManyParks,
  'park-words': async () => (await import('./park-words.ts')).benchParkWords,
  'packs-wire': async () => (await import('./packs-wire.ts')).benchPacksWire,
  taps: async () => (await import('./taps.ts')).benchTaps,
  start: async () => (await import('./start.ts')).benchStart,
  'slow-lines': async () => (await import('./slow-lines.ts')).benchSlowLines,
  'npm-start': async () => (await import('./npm-start.ts')).benchNpmStart,
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !(name in BENCHES))
  if (unknown.length > 0)
    throw new Error(`No such bench: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`)
  const rows: BenchRow[] = []
  for (const [name, load] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`=== ${name}`)
    try {
      const bench = await load()
      rows.push(...(await bench()))
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    }
  }
  console.log(`\n${toTable(rows)}`)
}

await main()
