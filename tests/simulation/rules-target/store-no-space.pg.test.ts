import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import type { Answered, Asked } from './both.ts'
import { bookingIn, codeOf, Scenes, WIDE } from './scenes.ts'

const scenes = Scenes.play()
const { compare, mustBook, newKey, write } = scenes

const giveUp = (booking: Booking, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/status?status=cancelled&reason=no_space`, ...asked })
const report = (body: Record<string, unknown>, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: `/parks/${String(WIDE)}/problems`, body, ...asked })
const arrive = (plate: string, as = 0): Promise<Booking> =>
  mustBook({ plate, start_time: scenes.iso(0), end_time: scenes.iso(60) }, { as })

test('no space gives the whole price back once a day and plate, and three times a month', async () => {
  const refunds: unknown[] = []
  for (const [plate, as, waitMs] of [
    ['FULL-1', 0, 0],
    ['FULL-2', 0, HOUR_MS],
    ['FULL-1', 1, HOUR_MS],
    ['FULL-3', 0, DAY_MS],
    ['FULL-4', 0, DAY_MS],
    ['FULL-5', 0, DAY_MS],
  ] as const) {
    scenes.both.advance(waitMs)
    const booking = await arrive(plate, as)
    scenes.both.advance(5 * MINUTE_MS)
    const { refund, total, cancel_reason: reason } = bookingIn(await giveUp(booking, { as }))
    expect(reason).toBe('no_space')
    refunds.push(refund === total)
  }
  expect(refunds).toEqual([true, false, false, true, true, false])
  await compare()
})

test('no space right after another stay of the plate there is a cancel like any other', async () => {
  const first = await arrive('STAY-1')
  scenes.both.advance(30 * MINUTE_MS)
  expect(codeOf(await write({ method: 'PUT', path: `/bookings/${first.booking_id}/status?status=cancelled` }))).toBe(
    undefined,
  )
  const second = await arrive('STAY-1')
  scenes.both.advance(MINUTE_MS)
  const { refund, total } = bookingIn(await giveUp(second))
  expect(refund).toBeLessThan(total)
  await compare()
})

test('a report changes the version of its booking alone, once for a key', async () => {
  const booking = await arrive('TOLD-1')
  const grey = { width: 64, height: 48, channels: 3, background: '#888888' } as const
  const photo = (await sharp({ create: grey }).jpeg().toBuffer()).toString('base64')
  const body = { kind: 'full', booking_id: booking.booking_id, photo }
  const key = newKey()
  expect((await report(body, { key })).status).toBe(201)
  expect((await report(body, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await report(body, { as: 1 }))).toBe('booking_not_found')
  expect((await report({ kind: 'closed', text: 'Shut' })).status).toBe(201)
  expect(codeOf(await report({ ...body, photo: 'AAAA' }))).toBe('validation_failed')
  for (let count = 0; count < 9; count += 1) await report({ kind: 'price' })
  expect(codeOf(await report({ kind: 'price' }))).toBe('rate_limited')
  await compare()
})
