import { expect, vi } from 'vitest'
import { applyBooking } from '../../../../src/db/apply/bookings.ts'
import { applySession } from '../../../../src/db/apply/session.ts'
import { databases } from '../../../../src/db/databases.ts'
import { ownerOf, type OutboxRow } from '../../../../src/db/outbox-row.ts'
import { type Command, subjectOf } from '../../../../src/db/command.ts'
import { isQueueable, type QueueableCommand } from '../../../../src/domain/commands.ts'
import { uuid7 } from '../../../../src/lib/uuid7.ts'
import ActivityScreen from '../../../../src/screens/activity/activity-screen.tsx'
import { sessionOf } from '../../../db/support/session.ts'
import { render, setActing } from '../../../setup/render.tsx'
import { BOOKING_ID, bookingOf, END, VEHICLE_ID } from '../../../sync/support/small-provider.ts'

export const USER = '01890a5d-ac96-774b-bcce-b302099a00aa'
export const ASKED_AT = Date.parse('2026-11-21T10:30:00Z')
export const EXTEND = {
  kind: 'booking.extend',
  bookingId: BOOKING_ID,
  baseEnd: END,
  newEnd: '2026-11-21T13:30:00Z',
  maxPriceMinor: 400,
  notAfter: '2026-11-21T12:10:00Z',
} as const satisfies QueueableCommand
export const ADD = {
  kind: 'vehicle.add',
  vehicleId: VEHICLE_ID,
  vehicle: { plate: 'XYZ-789', country_code: 'CA', vehicle_type_id: 1 },
} as const satisfies QueueableCommand

let seq = 0
export async function keep(command: Command, changes: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  seq += 1
  const row: OutboxRow = {
    id: uuid7(),
    seq,
    owner: ownerOf(USER),
    lane: isQueueable(command) ? 'queued' : 'now',
    kind: command.kind,
    entity: subjectOf(command),
    command,
    v: 1,
    state: 'queued',
    attempts: 0,
    nextAt: ASKED_AT,
    firstSentAt: null,
    lastError: null,
    createdAt: ASKED_AT,
    settledAt: null,
    answers: [],
    reconcile: false,
    stuck: false,
    ...changes,
  }
  await databases.user(USER).outbox.put(row)
  return row
}

export const refusedBy = (code: string): Partial<OutboxRow> => ({
  state: 'rejected',
  firstSentAt: ASKED_AT,
  settledAt: ASKED_AT,
  attempts: 1,
  lastError: { kind: 'problem', code, detail: '', at: ASKED_AT },
})

/** Rows arrive from the database outside act(). */
export async function open(): Promise<HTMLElement> {
  const host = await render(<ActivityScreen />)
  setActing(false)
  return host
}

export const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
export const group = (host: HTMLElement, title: string): string | undefined =>
  host.querySelector(`ul[aria-label="${title}"]`)?.textContent

export function tap(host: HTMLElement, label: string): void {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

// jsdom has the element but not its modal methods; focus and inertness belong to the browser and are tested there.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

export function type(host: HTMLElement, name: string, text: string): void {
  const input = host.querySelector(`input[name="${name}"]`)
  // React listens to the native setter: assigning `value` alone would not count as a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Sets up each test: a driver with one booking and no requests, on a phone without a network. */
export async function startAfresh(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await applySession(databases, sessionOf(USER), ASKED_AT)
  await applyBooking(databases, USER, { booking: bookingOf(BOOKING_ID), savedAt: ASKED_AT })
  await databases.user(USER).outbox.clear()
}
