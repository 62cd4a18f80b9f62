import type { CommandOf } from '../../db/command.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import type { QueueableCommand } from '../../domain/commands.ts'
import { unreachable } from '../../lib/assert.ts'
import { isSameRequest } from '../same-request.ts'

/** The effect of a new command on those that wait. */
export type Coalesced =
  /** A row of its own. `drops`: unsent rows that it makes pointless. */
  | { readonly kind: 'append'; readonly drops: readonly OutboxRow[] }
  /** Replaces an unsent row and keeps its key. */
  | {
      readonly kind: 'merge'
      readonly into: OutboxRow
      readonly command: QueueableCommand
      readonly drops: readonly OutboxRow[]
    }
  /** The same command is already on its way. */
  | { readonly kind: 'same'; readonly row: OutboxRow }
  /** Both are unsent and undo each other, so nothing is left to send. `row` is among `drops`. */
  | { readonly kind: 'vanish'; readonly row: OutboxRow; readonly drops: readonly OutboxRow[] }
  /** Builds on a command with an unknown outcome. */
  | { readonly kind: 'unknown_ahead' }

const APPEND: Coalesced = { kind: 'append', drops: [] }

interface Ahead {
  /** Waiting rows of the same entity, oldest first. */
  readonly own: readonly OutboxRow[]
  /** All waiting rows. */
  readonly all: readonly OutboxRow[]
}

const isSent = (row: OutboxRow): boolean => row.firstSentAt !== null
const ofKind = (rows: readonly OutboxRow[], kind: QueueableCommand['kind']): OutboxRow | undefined =>
  rows.findLast((row) => row.kind === kind)
const unsentOf = (rows: readonly OutboxRow[], kind: QueueableCommand['kind']): readonly OutboxRow[] =>
  rows.filter((row) => row.kind === kind && !isSent(row))
const merge = (into: OutboxRow, command: QueueableCommand, drops: readonly OutboxRow[] = []): Coalesced => ({
  kind: 'merge',
  into,
  command,
  drops,
})

function collapseExtend(command: CommandOf<'booking.extend'>, { own }: Ahead): Coalesced {
  const last = ofKind(own, 'booking.extend')
  if (last === undefined || last.command.kind !== 'booking.extend') return APPEND
  const before = last.command
  if (!isSent(last)) return merge(last, { ...command, baseEnd: before.baseEnd, notAfter: before.notAfter })
  if (isSameRequest(before, command)) return { kind: 'same', row: last }
  return Date.parse(before.newEnd) === Date.parse(command.baseEnd) ? APPEND : { kind: 'unknown_ahead' }
}

/** A cancellation makes an extension of its booking pointless; a vehicle being added has none. */
function collapseOnce(command: CommandOf<'booking.cancel' | 'vehicle.add'>, { own }: Ahead): Coalesced {
  const last = ofKind(own, command.kind)
  const drops = unsentOf(own, 'booking.extend')
  if (last === undefined) return { kind: 'append', drops }
  return isSent(last) ? { kind: 'same', row: last } : merge(last, command, drops)
}

function collapseEdit(command: CommandOf<'vehicle.edit'>, { own }: Ahead): Coalesced {
  const last = own.findLast((row) => row.kind === 'vehicle.edit' || row.kind === 'vehicle.add')
  if (last === undefined) return APPEND
  const before = last.command
  if (isSent(last)) return isSameRequest(before, command) ? { kind: 'same', row: last } : { kind: 'unknown_ahead' }
  if (before.kind === 'vehicle.add') return merge(last, { ...before, vehicle: command.vehicle })
  return before.kind === 'vehicle.edit' ? merge(last, { ...command, baseVersion: before.baseVersion }) : APPEND
}

function collapseDelete({ own }: Ahead): Coalesced {
  const last = ofKind(own, 'vehicle.delete')
  if (last !== undefined) return { kind: 'same', row: last }
  const unsent = own.filter((row) => !isSent(row))
  const added = ofKind(unsent, 'vehicle.add')
  if (added === undefined) return { kind: 'append', drops: unsent }
  return { kind: 'vanish', row: added, drops: unsent }
}

/** A driver has one default vehicle: an earlier unsent choice is pointless, whichever vehicle it named. */
function collapseDefault({ own, all }: Ahead): Coalesced {
  const last = ofKind(all, 'vehicle.set_default')
  if (last !== undefined && own.includes(last)) return { kind: 'same', row: last }
  return { kind: 'append', drops: unsentOf(all, 'vehicle.set_default') }
}

/** An identical report or message is sent once; a different one is sent too, so none is lost. */
function collapseReport(command: CommandOf<'park.report' | 'contact.send'>, { own }: Ahead): Coalesced {
  const same = own.find((row) => isSameRequest(row.command, command))
  return same === undefined ? APPEND : { kind: 'same', row: same }
}

/**
 * Two taps cancel out when the result already holds: the provider has it so, or a sent tap requests it. If the first
 * tap saw another state at the provider, for example after a change on another phone, the second replaces it.
 */
function collapseFavourite(command: CommandOf<'favourite.add' | 'favourite.remove'>, { own }: Ahead): Coalesced {
  const last = own.at(-1)
  if (last === undefined) return APPEND
  if (last.kind === command.kind) return { kind: 'same', row: last }
  if (isSent(last)) return APPEND
  const sent = own.findLast(isSent)
  const isSoAlready =
    sent === undefined ? command.isHeld === (command.kind === 'favourite.add') : sent.kind === command.kind
  return isSoAlready ? { kind: 'vanish', row: last, drops: [last] } : merge(last, command)
}

/** The command carries the complete state as the driver sees it, so it replaces an unsent one. */
function collapseWhole(
  command: CommandOf<'document.dates' | 'review.set' | 'review.report'>,
  { own }: Ahead,
): Coalesced {
  const last = own.at(-1)
  if (last === undefined) return APPEND
  if (!isSent(last)) return merge(last, command)
  return isSameRequest(last.command, command) ? { kind: 'same', row: last } : APPEND
}

/** Pure. Merges or drops only unsent rows, because a sent one may have taken effect. */
export function coalesce(command: QueueableCommand, ahead: Ahead): Coalesced {
  switch (command.kind) {
    case 'booking.extend':
      return collapseExtend(command, ahead)
    case 'booking.cancel':
    case 'vehicle.add':
      return collapseOnce(command, ahead)
    case 'vehicle.edit':
      return collapseEdit(command, ahead)
    case 'vehicle.delete':
      return collapseDelete(ahead)
    case 'vehicle.set_default':
      return collapseDefault(ahead)
    case 'park.report':
    case 'contact.send':
      return collapseReport(command, ahead)
    case 'favourite.add':
    case 'favourite.remove':
      return collapseFavourite(command, ahead)
    case 'document.dates':
    case 'review.set':
    case 'review.report':
      return collapseWhole(command, ahead)
    // A newer picture of the same document replaces an unsent one.
    case 'document.upload':
      return { kind: 'append', drops: unsentOf(ahead.own, command.kind) }
    default:
      return unreachable(command)
  }
}
