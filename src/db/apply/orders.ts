import type { Order } from '../../contract/orders.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { ORDERS } from '../kept-cart.ts'
import type { UserDb } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

export interface SavedOrders {
  readonly orders: readonly Order[]
  /** The end of the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
  /** The driver's list came: from now on it is of this age. */
  readonly isList?: boolean
}

/** An answer that was on its way for long changes nothing; newest first. Orders are never deleted, so none is swept. */
async function putNewer(db: UserDb, { orders, savedAt, isList = false }: SavedOrders): Promise<void> {
  const known = await db.saved.get(ORDERS)
  const byId = new Map(known?.orders?.map((order) => [order.order_id, order]))
  for (const order of orders) {
    if (order.version >= (byId.get(order.order_id)?.version ?? 0)) byId.set(order.order_id, order)
  }
  const newestFirst = [...byId.values()].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  await db.saved.put({ key: ORDERS, orders: newestFirst, savedAt: isList ? savedAt : (known?.savedAt ?? savedAt) })
}

export const applyOrders = (dbs: Databases, userId: string, saved: SavedOrders): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'outbox'],
    async work(db) {
      await putNewer(db, saved)
      if (saved.outbox !== undefined) await changeOutboxRow(db, saved.outbox)
    },
  })
