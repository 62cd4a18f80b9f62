import type { Transaction } from 'dexie'
import type { Command, NowCommand } from './command.ts'
import { freshRow, type OutboxOwner, type OutboxRow, type OutboxState } from './outbox-row.ts'

/** Until version 4, commands that need an answer at once had two tables of their own. */
interface OldIntent {
  readonly id: string
  readonly write: Command
  readonly state: 'sending' | 'unknown'
  readonly seen?: readonly string[]
  readonly createdAt: number
}

type OldWish = Record<string, unknown> & { readonly kind: 'top_up' | 'booking' | 'withdrawal' | 'take_back' }

interface OldWishRow {
  readonly id: string
  readonly wish: OldWish
  readonly state: 'kept' | 'sending' | 'unknown'
  readonly createdAt: number
}

const KIND_OF_WISH = {
  top_up: 'wallet.top_up',
  booking: 'booking.checkout',
  withdrawal: 'wallet.withdraw',
  take_back: 'wallet.take_back',
} as const satisfies Record<OldWish['kind'], NowCommand['kind']>

const STATE: Readonly<Record<OldWishRow['state'], OutboxState>> = {
  kept: 'queued',
  // Its page may still run in an old tab, or be gone: the next check by its key shows which.
  sending: 'sending',
  unknown: 'unconfirmed',
}

const toCommand = ({ write, seen = [] }: OldIntent): Command =>
  write.kind === 'booking.create' ? { ...write, seen } : write

interface Old {
  readonly id: string
  readonly state: OldWishRow['state']
  readonly createdAt: number
  readonly command: Command
}

const toRow = ({ id, state, createdAt: now, command }: Old, seq: number, owner: OutboxOwner): OutboxRow => ({
  ...freshRow({ id, seq, owner, command, now }),
  lane: 'now',
  state: STATE[state],
  ...(state === 'kept' ? {} : { attempts: 1, firstSentAt: now }),
})

/**
 * Keeps a row that cannot be converted, for whatever reason, as it is stored: shown, never sent. The database must
 * open.
 */
function understood<T extends { readonly id: string }>(stored: T, convert: (stored: T) => OutboxRow): unknown {
  try {
    return convert(stored)
  } catch {
    return stored
  }
}

/**
 * Version 4: one ledger of requests. Rows of the two old tables become outbox rows under the keys that they were sent
 * with.
 */
export async function gatherRequests(tx: Transaction, owner: OutboxOwner): Promise<void> {
  const [outbox, counters] = [tx.table('outbox'), tx.table('counters')]
  const intents = (await tx.table('intents').toArray()) as OldIntent[]
  const wishes = (await tx.table('paymentWishes').toArray()) as OldWishRow[]
  let seq = ((await counters.get('seq')) as { value: number } | undefined)?.value ?? 0
  const next = (): number => (seq += 1)
  const rows = [
    ...intents.map((intent) =>
      understood(intent, () => toRow({ ...intent, command: toCommand(intent) }, next(), owner)),
    ),
    ...wishes.map((row) =>
      understood(row, () => {
        const command = { ...row.wish, kind: KIND_OF_WISH[row.wish.kind] } as unknown as NowCommand
        return toRow({ ...row, command }, next(), owner)
      }),
    ),
  ]
  await outbox.bulkPut(rows)
  await counters.put({ key: 'seq', value: seq })
  await Promise.all([tx.table('intents').clear(), tx.table('paymentWishes').clear()])
}
