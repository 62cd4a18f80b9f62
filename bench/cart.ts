import type { Database } from '../provider/db/database.ts'
import { insertProduct } from '../provider/repositories/products.ts'
import { placeOrder } from '../provider/services/orders.ts'
import { toUserId } from '../src/domain/ids.ts'
import { toInstant } from '../src/domain/instant.ts'
import { uuid7 } from '../src/lib/uuid7.ts'
import { driverId, seed, withBenchDatabase } from './booking-world.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const LINES = 20
const RUNS = 21
const AT_MOST_MS = 50
const PRICE_MINOR = 1_000

const sell = (db: Database): Promise<number> =>
  insertProduct(db, {
    ...{ country_code: 'CA', kind: 'accessory', park_id: null, price_minor: PRICE_MINOR, currency: 'CAD', taxes: [] },
    ...{ names: { en: 'Sunshade', fr: 'Pare-soleil' }, details: { en: '', fr: '' } },
    ...{ stock: 1_000, order_limit: 9, pass: null, demo: false, updated_at: toInstant(Date.now()) },
  })

/**
 * How long a driver who orders a cart of twenty lines waits for the provider's transaction, from prices to the paid
 * order.
 */
export function benchCart(): Promise<readonly BenchRow[]> {
  return withBenchDatabase(async (db) => {
    await seed(db)
    const products: number[] = []
    while (products.length < LINES) products.push(await sell(db))
    const lines = products.map((id) => ({ product_id: id, quantity: 1, price: PRICE_MINOR }))
    const samples: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const body = { cart_id: uuid7(), country_code: 'CA', lines, quoted_total: LINES * PRICE_MINOR } as const
      const wish = { userId: toUserId(driverId(run)), body, nowMs: Date.now() }
      const startedAt = performance.now()
      const placed = await db.transaction((tx) => placeOrder(tx, { config: { welcomeCredit: false } }, wish))
      if (!placed.ok) throw new Error(`not ordered: ${placed.error.code}`)
      // The first one warms connections and plans.
      if (run > 0) samples.push(performance.now() - startedAt)
    }
    const name = `order of a cart of ${String(LINES)} lines, its transaction`
    return [limited({ name, value: median(samples), unit: 'ms', digits: 1, atMost: AT_MOST_MS })]
  })
}
