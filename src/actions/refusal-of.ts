import type { OutboxRow } from '../db/read/outbox.ts'
import type { ActionRefusal } from './action-error.ts'

/** Why the provider refused a command; null when it did not. */
export function refusalOf({ state, lastError }: Pick<OutboxRow, 'state' | 'lastError'>): ActionRefusal | null {
  if (state === 'expired') return { kind: 'refused', code: 'grace_over', detail: '', extra: {} }
  if (state !== 'rejected' && state !== 'quarantined') return null
  const { code = 'internal', detail = '', extra = {}, fields = [] } = lastError ?? {}
  return { kind: 'refused', code, detail, extra, ...(fields.length === 0 ? {} : { fields }) }
}
