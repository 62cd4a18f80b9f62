/** Cancels bookings one by one: one that fails does not block the others. */
import { isDatabaseUnavailable } from '../db/unavailable.ts'

interface Worked {
  /** How many bookings were changed. */
  readonly count: number
  readonly failures: readonly unknown[]
}

/** `work` returns whether it changed the booking. */
export async function eachBooking<Row>(
  rows: AsyncIterable<Row>,
  work: (row: Row) => Promise<boolean>,
): Promise<Worked> {
  const failures: unknown[] = []
  let count = 0
  for await (const row of rows) {
    try {
      if (await work(row)) count += 1
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      failures.push(error)
    }
  }
  return { count, failures }
}

/** Returns the count, or throws when bookings failed; `what` describes them, for the log. */
export function mustAllWork({ count, failures }: Worked, what: string): number {
  if (failures.length === 0) return count
  const [first] = failures
  throw new AggregateError(failures, `${String(failures.length)} bookings of ${what} failed: ${String(first)}`)
}
