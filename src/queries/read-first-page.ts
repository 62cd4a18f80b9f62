import { bookingsIn } from '../db/read/bookings.ts'
import { favouritesIn } from '../db/read/favourites.ts'
import { readWithOutbox, type RowsRead } from '../db/read/read-with-outbox.ts'
import { readRecents, type Recents } from '../db/read/recents.ts'
import { vehiclesIn } from '../db/read/vehicles.ts'
import { readFirst } from './first-answers.ts'
import { readSession } from './use-session.ts'

/** The driver's data that pages read. */
const OWN: readonly RowsRead<unknown>[] = [bookingsIn, vehiclesIn, favouritesIn]

/** Reads the signed-in driver and their data. */
export const readOwnFirst = (): Promise<unknown> =>
  Promise.all([readFirst(readSession, readSession), ...OWN.map((read) => readFirst(read, () => readWithOutbox(read)))])

export const readRecentsFirst = async (): Promise<Recents> => (await readFirst(readRecents, readRecents)).value
