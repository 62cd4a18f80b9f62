import type { OutboxEntry } from '../../outbox/read.ts'
import type { Work } from './row-steps.ts'

/** Unreadable rows are never sent. They are shown as stored, and logged once on this phone. */
const told = new WeakMap<object, Set<string>>()

export function quarantineUnreadable({ phone }: Work, entries: readonly OutboxEntry[]): void {
  const known = told.get(phone.dbs) ?? new Set<string>()
  told.set(phone.dbs, known)
  for (const entry of entries) {
    if (entry.readable || known.has(entry.id)) continue
    known.add(entry.id)
    phone.log.warn('a row of the outbox cannot be read', { reason: entry.reason })
  }
}
