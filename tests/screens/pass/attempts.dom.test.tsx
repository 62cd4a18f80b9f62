import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '../../../src/db/command.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { STATUS_BY_CODE } from '../../../provider/http/problem.ts'
import { outcomeOf } from '../../../src/outbox/outcomes.ts'
import type { WireFailure } from '../../../src/outbox/wire-failure.ts'
import { ERROR_CODES, type ErrorCode } from '../../../src/domain/error-codes.ts'
import { useAttempts } from '../../../src/screens/pass/use-attempts.ts'
import { render, setActing } from '../../setup/render.tsx'
import { BOOKING_ID, bookingOf } from '../../sync/support/small-provider.ts'
import { ASKED_AT, EXTEND, keep, startAfresh } from '../activity/support/activity.tsx'

const { bookingId, baseEnd } = EXTEND
const BOOKING = bookingOf(BOOKING_ID)

function Attempts({ booking }: { readonly booking: Booking }) {
  return useAttempts(booking).map(({ key, words }) => <p key={key}>{words.join(' · ')}</p>)
}

async function attemptsOf(host: HTMLElement, count: number): Promise<readonly string[]> {
  setActing(false)
  await vi.waitFor(() => expect(host.querySelectorAll('p')).toHaveLength(count))
  return [...host.querySelectorAll('p')].map(({ textContent }) => textContent)
}

const answersOf = (outcomes: readonly string[]) =>
  outcomes.map((outcome, index) => ({ at: ASKED_AT + index, network: 'online' as const, outcome }))

beforeEach(startAfresh)

test.each<[string, Command]>([
  ['Cancel this booking', { kind: 'booking.cancel', bookingId, minRefundMinor: 0 }],
  ['Change the plate of', { kind: 'booking.change_plate', bookingId, body: { plate: 'ABC123' } }],
  ['Shorten the stay at', { kind: 'booking.shorten', bookingId, baseEnd, newEnd: baseEnd, minRefundMinor: 0 }],
  ['Pay the time after the end at', { kind: 'booking.pay_overstay', bookingId, maxPriceMinor: 400, paidMinor: 0 }],
  ['again', { kind: 'booking.renew', bookingId, quotedTotal: 400, tariffVersion: '1' }],
  ['for the new date', { kind: 'booking.keep_event', bookingId, parkingFrom: baseEnd }],
])('the proof names each request by what was asked for: %s', async (words, command) => {
  await keep(command, { state: 'done' })
  const host = await render(<Attempts booking={BOOKING} />)
  expect((await attemptsOf(host, 1))[0]).toContain(words)
})

const problemOf = (code: ErrorCode): WireFailure => ({
  ...{ kind: 'problem', status: STATUS_BY_CODE[code], code, detail: '' },
  ...{ fields: [], extra: {}, retryAfterMs: null },
})
const codesOf = (...outcomes: readonly ReturnType<typeof outcomeOf>[]): readonly ErrorCode[] =>
  ERROR_CODES.filter((code) => outcomes.includes(outcomeOf(problemOf(code), false)))

test('the proof says refused for exactly the codes that end a request', async () => {
  const refusals = codesOf('refused', 'set_aside')
  await keep(EXTEND, { firstSentAt: ASKED_AT, answers: answersOf(refusals) })
  const host = await render(<Attempts booking={BOOKING} />)
  const shown = await attemptsOf(host, refusals.length)
  expect(shown.map((line) => line.split(' · ').at(-1))).toEqual(refusals.map((code) => `Refused (${code})`))
})

test('the proof says no answer for what says nothing about the request', async () => {
  const kinds = ['network', 'timeout', 'foreign', 'invalid_response', 'mismatch', 'unechoed']
  const outcomes = [...kinds, ...codesOf('again')]
  await keep(EXTEND, { firstSentAt: ASKED_AT, answers: answersOf(outcomes) })
  const host = await render(<Attempts booking={BOOKING} />)
  for (const line of await attemptsOf(host, outcomes.length)) expect(line).toMatch(/ · No answer$/)
})

test.each([
  ['Not sent', 'signed out', { firstSentAt: null, answers: answersOf(['signed_out']) }],
  ['Not sent', 'never sent', { firstSentAt: null, answers: [] }],
  ['Not confirmed', 'sent without an answer', { firstSentAt: ASKED_AT, answers: [] }],
])('the proof says "%s" for a request that was %s', async (words, _, row) => {
  await keep(EXTEND, row)
  const host = await render(<Attempts booking={BOOKING} />)
  const [line] = await attemptsOf(host, 1)
  expect(line?.split(' · ').at(-1)).toBe(words)
})
