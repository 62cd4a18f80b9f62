import type { Database } from '../../provider/db/database.ts'
import { startFamily } from '../../provider/repositories/sessions.ts'
import { createAccessTokens, makeSecret } from '../../provider/rules/tokens.ts'
import { keepAccessKeys } from '../../provider/services/access-keys.ts'
import { createPairing } from '../../provider/services/pairing.ts'
import { toUserId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { systemRandom } from '../../src/lib/random.ts'
import { driverId, seed } from '../booking-world.ts'

const DRIVERS = 200
/** Few and small, so that clients compete for the last space. */
const PARKS = 30
const CAPACITY = 5

export interface World {
  readonly parks: readonly { readonly id: number; readonly code: string }[]
  /** Returns a fresh access token of a driver; each driver has money. */
  readonly tokenOf: (driver: number) => Promise<string>
  readonly drivers: number
  /** Pairs an attendant's phone for all car parks. */
  readonly pairingCode: string
}

/** Makes car parks, drivers with money and sessions, and an attendant's pairing code, in an empty database. */
export async function makeWorld(db: Database): Promise<World> {
  const ids = (await seed(db)).slice(0, PARKS)
  const parks = await db.query<{ id: number; code: string }>(
    'update parks set capacity = $2 where id = any($1) returning id, code',
    [ids, CAPACITY],
  )
  const families: string[] = []
  for (let driver = 0; driver < DRIVERS; driver += 1) {
    const device = { browser: null, system: null }
    const started = db.transaction((tx) =>
      startFamily(tx, toUserId(driverId(driver)), { nowMs: systemClock.now(), device }),
    )
    families.push((await started).familyId)
  }
  // One key for the whole run: keys cannot be read once this connection is closed.
  const key = await keepAccessKeys(db, systemClock).current()
  const keys = { current: () => Promise.resolve(key), find: () => Promise.resolve(key) }
  const tokens = createAccessTokens({ clock: systemClock, keys })
  const codes = parks.map(({ code }) => code)
  const pairing = await createPairing({ db, clock: systemClock, random: systemRandom, makeSecret }, codes)
  if (!pairing.ok) throw new Error('No code for the attendant')
  return {
    parks,
    drivers: DRIVERS,
    tokenOf: (driver) => tokens.sign(toUserId(driverId(driver)), must(families[driver], 'a family')),
    pairingCode: pairing.value.code,
  }
}
