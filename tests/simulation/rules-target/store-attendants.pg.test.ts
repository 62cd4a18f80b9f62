import { expect, test } from 'vitest'
import type { PairAnswer, SignedDayList } from '../../../src/contract/attendant.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { HOUR_MS, MINUTE_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { createRandom } from '../world/random.ts'
import type { Answered } from './both.ts'
import { codeOf, dataIn, Scenes, SINGLE, WIDE } from './scenes.ts'

const scenes = Scenes.play()
const { compare, iso, mustBook, newKey } = scenes
const both = () => scenes.both

const random = createRandom(80)

const askAs = (bearer: string, method: string, path: string): Promise<Answered> =>
  both().ask({ bearer, method, path, ...(method === 'GET' ? {} : { key: newKey() }) })

const tryPair = (code: string, key = newKey()): Promise<Answered> =>
  both().ask({ method: 'POST', path: '/attendant/pair', body: { code, device_name: 'Gate A' }, key })

async function pairPhone(...parks: readonly number[]): Promise<PairAnswer> {
  return dataIn(await tryPair(await both().makePairing(parks.map((park) => both().parkCode(park))))) as PairAnswer
}

const tailOf = ({ booking_id }: Booking): string => booking_id.replaceAll('-', '').slice(-16)

const eventOf = (park: number, changes: Record<string, unknown>) => ({
  nonce: uuid7(both().nowMs, () => random.next()),
  park: both().parkCode(park),
  direction: 'in',
  at: iso(0),
  ...changes,
})

const upload = (token: string, items: readonly unknown[], key = newKey()): Promise<Answered> =>
  both().ask({ bearer: token, method: 'POST', path: '/attendant/check-ins', body: { items }, key })

const listOf = async (token: string, park: number, cursor = ''): Promise<SignedDayList['data']> => {
  const query = cursor === '' ? '' : `&cursor=${cursor}`
  const answer = await askAs(token, 'GET', `/attendant/day-list?park=${both().parkCode(park)}${query}`)
  return dataIn(answer) as SignedDayList['data']
}

test('a phone is paired once, says who it is, and is unpaired', async () => {
  const code = await both().makePairing([both().parkCode(SINGLE), both().parkCode(WIDE)])
  const key = newKey()
  const { token } = dataIn(await tryPair(code, key)) as PairAnswer
  expect(dataIn(await tryPair(code, key))).toMatchObject({ token })
  expect(codeOf(await tryPair(code))).toBe('code_invalid')
  expect(codeOf(await tryPair('0000-0000'))).toBe('code_invalid')
  both().advance(2 * MINUTE_MS)
  expect(dataIn(await askAs(token, 'GET', '/attendant/device'))).toMatchObject({ parks: [{ id: 1 }, { id: 3 }] })
  const late = await both().makePairing([both().parkCode(SINGLE)])
  both().advance(16 * MINUTE_MS)
  expect(codeOf(await tryPair(late))).toBe('code_expired')
  expect((await askAs(token, 'DELETE', '/attendant/device')).status).toBe(204)
  expect(codeOf(await askAs(token, 'GET', '/attendant/device'))).toBe('device_unpaired')
  for (let tried = 0; tried < 9; tried += 1) await tryPair('0000-0000')
  expect(codeOf(await tryPair('0000-0000'))).toBe('rate_limited')
})

test('a day list has what is booked, and later what has changed', async () => {
  const { token } = await pairPhone(WIDE)
  const [first, second] = [await mustBook(), await mustBook({ start_time: iso(90), end_time: iso(150) }, { as: 1 })]
  const full = await listOf(token, WIDE)
  expect(full.entries).toHaveLength(2)
  both().advance(5 * MINUTE_MS)
  await scenes.write({ method: 'PUT', path: `/bookings/${second.booking_id}/status?status=cancelled`, as: 1 })
  await upload(token, [eventOf(WIDE, { booking: tailOf(first), sequence: 1, at: iso(55) })])
  const told = { kind: 'place_taken', booking_id: first.booking_id }
  await scenes.write({ method: 'POST', path: `/parks/${String(WIDE)}/problems`, body: told })
  const delta = await listOf(token, WIDE, full.cursor)
  expect(delta).toMatchObject({ kind: 'delta', inside: 1, entries: [{ problem: { kind: 'place_taken' } }, {}] })
  expect(delta.revoked).toEqual([{ booking: tailOf(second), min_sequence: 2 }])
  await askAs(token, 'GET', `/attendant/occupancy?park=${both().parkCode(WIDE)}`)
  expect(codeOf(await askAs(token, 'GET', `/attendant/day-list?park=${both().parkCode(SINGLE)}`))).toBe(
    'park_not_found',
  )
  await compare()
})

test('each entry and exit counts once, what contradicts is flagged, and the booking follows', async () => {
  const { token } = await pairPhone(WIDE)
  const other = await pairPhone(SINGLE, WIDE)
  const booking = await mustBook()
  both().advance(HOUR_MS)
  const entry = eventOf(WIDE, { booking: tailOf(booking), sequence: 1 })
  const key = newKey()
  await upload(token, [entry], key)
  expect((await upload(token, [entry], key)).headers['idempotent-replayed']).toBe('true')
  expect(dataIn(await upload(token, [entry]))).toMatchObject({ results: [{ status: 'repeated' }] })
  await upload(other.token, [
    eventOf(WIDE, { code: booking.booking_code }),
    eventOf(WIDE, { plate: 'WALK 1', method: 'plate', verdict: 'unknown' }),
    eventOf(SINGLE, { booking: tailOf(booking) }),
    eventOf(WIDE, { booking: tailOf(booking), at: toRfc3339(toInstant(both().nowMs + 2 * HOUR_MS)) }),
  ])
  await upload(token, [eventOf(SINGLE, { booking: tailOf(booking) })])
  both().advance(30 * MINUTE_MS)
  await upload(token, [eventOf(WIDE, { booking: tailOf(booking), direction: 'out' })])
  await listOf(token, WIDE)
  await askAs(token, 'GET', `/attendant/occupancy?park=${both().parkCode(WIDE)}`)
  await askAs(other.token, 'DELETE', '/attendant/device')
  await upload(other.token, [
    eventOf(WIDE, { plate: 'LATE 1', at: iso(-10) }),
    eventOf(WIDE, { plate: 'NEW 1', at: iso(10) }),
  ])
  await compare()
})
