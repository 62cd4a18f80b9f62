import type { Gift } from '../../contract/gifts.ts'
import type { Order } from '../../contract/orders.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { GIFTS, ORDERS } from '../kept-lists.ts'
import type { SavedRow } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

/** What accompanies the rows. */
interface Told {
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
  /** The rows are the driver's whole list, so the stored list takes this age. */
  readonly isList?: boolean
}

interface GrowingRow {
  readonly version: number
  readonly created_at: string
}

/** Merges rows, newest first. A late answer changes nothing. The provider deletes nothing, so nothing is swept. */
function merged<Row extends GrowingRow>(known: readonly Row[] = [], rows: readonly Row[], idOf: (row: Row) => string) {
  const byId = new Map(known.map((row) => [idOf(row), row]))
  for (const row of rows) {
    if (row.version >= (byId.get(idOf(row))?.version ?? 0)) byId.set(idOf(row), row)
  }
  return [...byId.values()].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
}

interface Growth extends Told {
  readonly key: string
  readonly grow: (known: SavedRow | undefined) => Pick<SavedRow, 'gifts' | 'orders'>
}

const applyGrowth = (dbs: Databases, userId: string, { key, grow, outbox, savedAt, isList = false }: Growth) =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'outbox'],
    async work(db) {
      const known = await db.saved.get(key)
      await db.saved.put({ key, ...grow(known), savedAt: isList ? savedAt : (known?.savedAt ?? savedAt) })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })

export const applyGifts = (
  dbs: Databases,
  userId: string,
  { gifts, ...told }: Told & { readonly gifts: readonly Gift[] },
): Promise<boolean> =>
  applyGrowth(dbs, userId, {
    key: GIFTS,
    grow: (known) => ({ gifts: merged(known?.gifts, gifts, ({ gift_id: id }) => id) }),
    ...told,
  })

export const applyOrders = (
  dbs: Databases,
  userId: string,
  { orders, ...told }: Told & { readonly orders: readonly Order[] },
): Promise<boolean> =>
  applyGrowth(dbs, userId, {
    key: ORDERS,
    grow: (known) => ({ orders: merged(known?.orders, orders, ({ order_id: id }) => id) }),
    ...told,
  })
