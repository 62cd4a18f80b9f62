import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import type { Device } from '../world/device.ts'
import { intentsOf, isWaitingRow, outboxOf, sessionOf } from './stored.ts'
import { hold } from './violation.ts'

/** A request as it leaves a tab. */
export interface Leaving {
  readonly device: Device
  readonly key: string
  readonly path: string
  /** Whose token it carries; undefined: nobody's. */
  readonly tokenUser: string | undefined
  /** The provider has done it under this key before: asking once more has no effect. */
  readonly isKnownDone: boolean
}

function checkOrder(row: OutboxRow, rows: readonly OutboxRow[]): void {
  const isAhead = (other: OutboxRow): boolean =>
    other.seq < row.seq &&
    isWaitingRow(other) &&
    (other.entity === row.entity || (other.kind === 'vehicle.set_default' && row.kind === 'vehicle.set_default'))
  const ahead = rows.find(isAhead)
  hold(ahead === undefined, 'order per entity', () => `${row.kind} ${row.id} before ${String(ahead?.id)}`)
}

/** Every write that leaves is stored under its key before, is its own driver's, and has nothing of its entity ahead. */
export function checkLeaving(leaving: Leaving, users: readonly string[]): void {
  const { device, key, path, tokenUser, isKnownDone } = leaving
  if (path === '/auth/refresh') {
    const isStored = sessionOf(device)?.refreshKey === key || !device.hasLocks
    hold(isStored || sessionOf(device) === undefined, 'stored before it is sent', () => `refresh ${key}`)
    return
  }
  for (const userId of users) {
    const rows = outboxOf(device, userId)
    const row = rows.find(({ id }) => id === key)
    const isOwn = row !== undefined || intentsOf(device, userId).some(({ id }) => id === key)
    if (!isOwn) continue
    hold(tokenUser === userId, 'sent only with its own driver’s token', () => `${key} as ${String(tokenUser)}`)
    if (row === undefined) return
    hold(row.firstSentAt !== null, 'stored before it is sent', () => key)
    if (isWaitingRow(row)) checkOrder(row, rows)
    return
  }
  // A sign-out may have cleared it between the last look into the storage and the request; so may somebody else who asked.
  hold(isKnownDone || sessionOf(device)?.user.user_id !== tokenUser, 'stored before it is sent', () => `${path} ${key}`)
}
