import type { Database } from '../provider/db/database.ts'
import { bookParking } from '../provider/repositories/booking-writes.ts'
import { driverId, seed, toBooking, withBenchDatabase } from './booking-world.ts'
import { median } from './median.ts'
import { compared, type BenchRow } from './row.ts'

const SPENDS = 100
const ROUNDS = 7
const AT_LEAST = 0.5

/** Returns spends per second of `SPENDS` from one driver's wallet, all at once or one after the other. */
async function spendsPerSecond(db: Database, parks: readonly number[], how: 'together' | 'in turn'): Promise<number> {
  const spend = (): Promise<unknown> =>
    bookParking(db, toBooking(parks, Date.now(), driverId(how === 'together' ? 0 : 1)))
  const startedAt = performance.now()
  if (how === 'together') await Promise.all(Array.from({ length: SPENDS }, spend))
  else for (let spent = 0; spent < SPENDS; spent += 1) await spend()
  return SPENDS / ((performance.now() - startedAt) / 1000)
}

/** A hundred bookings from one wallet at once, over sixteen connections, compared with one after the other. */
export function benchSpends(): Promise<readonly BenchRow[]> {
  return withBenchDatabase(async (db) => {
    const parks = await seed(db)
    const together: number[] = []
    const inTurn: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rates = [await spendsPerSecond(db, parks, 'together'), await spendsPerSecond(db, parks, 'in turn')] as const
      // The first round warms connections and plans.
      if (round === 0) continue
      together.push(rates[0])
      inTurn.push(rates[1])
    }
    const name = `${String(SPENDS)} spends on one wallet at once, against one after the other`
    return [compared({ name, value: median(together), floor: median(inTurn), unit: 'per s' }, { atLeast: AT_LEAST })]
  })
}
