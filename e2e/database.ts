import pg from 'pg'
import { startEmbedded } from '../provider/db/embedded.ts'
import type { ProviderProcess } from './provider-process.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Writes directly to the database what no endpoint can change, such as a deadline that must pass during the test. */
export async function changeDatabase(
  { dataDir }: ProviderProcess,
  statements: readonly (readonly [sql: string, values: readonly unknown[]])[],
): Promise<void> {
  const database = await startEmbedded({ dataDir, log: SILENT })
  const client = new pg.Client(database.url)
  try {
    await client.connect()
    for (const [sql, values] of statements) await client.query(sql, [...values])
  } finally {
    await client.end()
    await database.stop()
  }
}

/** Ends the time to pay, and with it the booking's hold; the expiry job has not run yet. */
export const endTimeToPay = (provider: ProviderProcess, reference: string): Promise<void> =>
  changeDatabase(provider, [
    [
      `update payments set expires_at = now() - interval '1 second', next_check_at = null where reference = $1`,
      [reference],
    ],
    [
      `update bookings set hold_until = now() - interval '1 second'
        where hold_until is not null and booking_id in (select booking_id from payments where reference = $1)`,
      [reference],
    ],
  ])

export const setCapacity = (provider: ProviderProcess, parkId: number, capacity: number): Promise<void> =>
  changeDatabase(provider, [['update parks set capacity = $2 where id = $1', [parkId, capacity]]])
