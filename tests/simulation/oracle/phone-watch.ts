import { isDraft } from '../../../src/db/outbox-row.ts'
import type { Device } from '../world/device.ts'
import { isWriting } from '../world/fake-database.ts'
import type { CheckInRequest } from '../../../src/db/attendant-schema.ts'
import { checkGate } from './gate-rules.ts'
import { checkBookingView, checkFavouriteView, checkVehicleView } from './fold.ts'
import type { Journal } from './journal.ts'
import { checkMirror, emptyMirror, type KnownMirror } from './mirror-rules.ts'
import { isEndedWithout, judgeEnded, judgeStep, judgeVanished, type KnownCommand, type Truth } from './outbox-rules.ts'
import { bySeq, isWaitingRow, outboxOf, sessionOf } from './stored.ts'

/** What the oracle knows about one driver on one device. */
interface Watched {
  readonly commands: Map<string, KnownCommand>
  /** Keys that must never have an effect, even after their rows are gone. */
  readonly ended: Set<string>
  mirror: KnownMirror
  /** The rows that the views were last folded from: a write replaces a row, so identical rows give the same views. */
  folded: readonly unknown[]
}

export interface Change {
  readonly life: { readonly isAlive: boolean }
  /** The driver who discards what waits here. */
  readonly givesUp?: string
}

/** Inspects a device whenever no write is running, and compares with the previous look. */
export interface PhoneWatch {
  look(nowMs: number): void
  /**
   * Marks the start of a sign-in or sign-out: the mirror's rules do not apply until it is over, or until its tab is.
   */
  begin(change: Change): () => void
  /** The driver discards this command, so it may disappear between two looks. */
  giveUp(id: string): void
  /** What waits on this device, for any driver, except drafts. */
  waiting(): readonly { readonly userId: string; readonly id: string }[]
}

export interface WatchSetup {
  readonly users: readonly string[]
  readonly journal: Journal
  readonly tapped: ReadonlyMap<string, string>
}

export function watchPhone(device: Device, { users, journal, tapped }: WatchSetup): PhoneWatch {
  const watched = new Map<string, Watched>(
    users.map((id) => [id, { commands: new Map(), ended: new Set(), mirror: emptyMirror(), folded: [] }]),
  )

  let gate: ReadonlyMap<string, CheckInRequest> = new Map()
  let changes: readonly Change[] = []
  let seen: string | undefined
  /** Whether a driver signed in or out since the last look. */
  let isLeft = false

  const lookAtOutbox = (userId: string, known: Watched, truth: Truth): void => {
    if (changes.some(({ givesUp }) => givesUp === userId))
      for (const command of known.commands.values()) command.mayVanish = true
    const rows = outboxOf(device, userId)
    const present = new Set<string>()
    for (const row of rows) {
      present.add(row.id)
      const command = known.commands.get(row.id)
      judgeStep(command?.row, row, truth)
      if (isEndedWithout(row)) known.ended.add(row.id)
      if (command === undefined) known.commands.set(row.id, { row, mayVanish: false })
      else command.row = row
    }
    judgeEnded(known.ended, journal)
    for (const [id, command] of known.commands) {
      if (present.has(id)) continue
      judgeVanished(command, journal, { isLeft, rows })
      known.commands.delete(id)
    }
  }

  const lookAtViews = (userId: string, known: Watched): void => {
    const { mirror } = known
    const pending = bySeq(outboxOf(device, userId).filter(isWaitingRow))
    const folded = [...pending, ...mirror.bookings.values(), ...mirror.vehicles.values(), ...mirror.favourites.values()]
    if (folded.length === known.folded.length && folded.every((row, index) => row === known.folded[index])) return
    known.folded = folded
    for (const { booking } of mirror.bookings.values()) checkBookingView(booking, pending)
    const vehicles = [...mirror.vehicles.values()].map(({ vehicle }) => vehicle)
    checkVehicleView(vehicles, pending)
    const kept = [...mirror.favourites.values()].filter(({ favourite }) => favourite.is_favourite)
    checkFavouriteView(
      kept.map(({ id }) => id),
      pending,
    )
  }

  return {
    look(nowMs) {
      changes = changes.filter(({ life }) => life.isAlive)
      const stamp = `${String(device.storage.writes)} ${String(changes.length)}`
      if (stamp === seen || isWriting(device.storage.factory)) return
      seen = stamp
      gate = checkGate(device, gate, journal)
      const current = sessionOf(device)?.user.user_id
      for (const [userId, known] of watched) {
        lookAtOutbox(userId, known, { journal, nowMs, tapped })
        const isSettled = userId === current && changes.length === 0
        known.mirror = isSettled ? checkMirror({ device, userId, journal }, known.mirror) : emptyMirror()
        if (isSettled) lookAtViews(userId, known)
      }
      isLeft = changes.length > 0
    },
    begin(change) {
      changes = [...changes, change]
      isLeft = true
      const known = watched.get(change.givesUp ?? '')
      for (const command of known?.commands.values() ?? []) command.mayVanish = true
      return () => {
        changes = changes.filter((other) => other !== change)
      }
    },
    giveUp(id) {
      for (const { commands } of watched.values()) {
        const command = commands.get(id)
        if (command !== undefined) command.mayVanish = true
      }
    },
    waiting: () =>
      users.flatMap((userId) =>
        outboxOf(device, userId)
          .filter((row) => isWaitingRow(row) && !isDraft(row))
          .map(({ id }) => ({ userId, id })),
      ),
  }
}
