import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pairAttendant, syncAttendant, unpairAttendant } from '../../src/actions/attendant.online.ts'
import { type Decision, recordCheckIn } from '../../src/actions/attendant.ts'
import { applyCheckIns } from '../../src/db/apply/attendant.ts'
import { findAttendant, findDayList, readCheckIns, readWaitingCheckIns } from '../../src/db/read/attendant.ts'
import type { PassKeys } from '../../src/contract/pass-keys.ts'
import { readPassKeys } from '../../src/db/read/places.ts'
import type { CheckInFlag } from '../../src/domain/check-in.ts'
import { parsePairing } from '../../src/domain/typed-code.ts'
import { DAY_MS, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { drainOnSync } from '../../src/sync/drain-on-sync.ts'
import { revokeDevice } from '../../provider/repositories/pairing.ts'
import { codeOfPark, makeCode, tailOf } from '../provider/support/test-attendants.ts'
import { createDriver, mustBook, type TestDriver } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, phoneAt, valueOf } from './support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

interface Gate {
  readonly park: string
  /** Code of a booking that may enter now. */
  readonly booking: string
}

async function openGate(): Promise<Gate> {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const { booking_id: id } = await mustBook(provider, driver, { parkId, fromMinutes: 10 })
  return { park: await codeOfPark(provider, parkId), booking: tailOf(id) }
}

const codeFor = async (...parks: readonly string[]) => valueOf(parsePairing(await makeCode(provider, parks)))

async function pairedPhone(...parks: readonly string[]): Promise<TestPhone> {
  const phone = phoneAt(provider)
  valueOf(await pairAttendant({ code: await codeFor(...parks), deviceName: 'Gate A' }, phone))
  await phone.settled()
  return phone
}

const letIn = ({ park, booking }: Gate, changes: Partial<Decision> = {}): Decision => ({
  parkCode: park,
  booking,
  code: null,
  plate: 'ABC123',
  sequence: 1,
  direction: 'in',
  isAdmitted: true,
  listIssuedAt: null,
  verdict: 'valid',
  method: 'code',
  overrideReason: null,
  ...changes,
})

const mustDevice = async (phone: TestPhone) => must(await findAttendant(phone.dbs), 'a paired phone')

async function countStored(phone: TestPhone): Promise<number> {
  const { deviceId } = await mustDevice(phone)
  const [row] = await provider.deps.db.query<{ n: number }>(
    'select count(*) as n from check_ins where device_id = $1',
    [deviceId],
  )
  return must(row, 'a count').n
}

const statesOf = async (phone: TestPhone) => (await readCheckIns(phone.dbs)).map(({ state }) => state)
const flagsOf = async (phone: TestPhone): Promise<readonly CheckInFlag[]> =>
  (await readCheckIns(phone.dbs)).flatMap(({ flags }) => flags)

/** Longer than any backoff. */
const waitOut = (): void => provider.clock.advance(720_000)

test('a phone without an account pairs, and holds the signed lists of its parks', async () => {
  const [first, second] = [await openGate(), await openGate()]
  const phone = await pairedPhone(first.park, second.park)
  for (const { park, booking } of [first, second]) {
    const saved = must(await findDayList(park, phone.dbs), 'a list')
    expect([...saved.list.entries.keys()]).toEqual([booking])
  }
})

test('a pairing whose answer was lost costs no new code', async () => {
  const gate = await openGate()
  const phone = phoneAt(provider)
  const code = await codeFor(gate.park)
  phone.line.through = answerLost((request) => request.url.endsWith('/attendant/pair'))
  expect(errorOf(await pairAttendant({ code, deviceName: null }, phone)).kind).toBe('timeout')
  valueOf(await pairAttendant({ code, deviceName: null }, phone))
  expect((await mustDevice(phone)).parkCode).toBe(gate.park)
})

test('a later list comes as what changed', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const before = must(await findDayList(gate.park, phone.dbs), 'a list').list
  valueOf(await recordCheckIn(letIn(gate), phone))
  provider.clock.advance(60_000)
  valueOf(await syncAttendant(phone))
  const { list } = must(await findDayList(gate.park, phone.dbs), 'a list')
  expect(list.cursor).not.toBe(before.cursor)
  expect(list.entries.get(gate.booking)?.state).toBe('inside')
  expect(list.inside).toBe(1)
})

test('a list that was changed on the way is not taken, and the one that is held stays', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const before = must(await findDayList(gate.park, phone.dbs), 'a list')
  phone.line.through = async (request, next) => {
    const answer = await next(request)
    if (!request.url.includes('/attendant/day-list')) return answer
    return new Response((await answer.text()).replace('"inside":0', '"inside":7'), answer)
  }
  expect(valueOf(await syncAttendant(phone))).toEqual({ listRefused: 'forged' })
  expect(await findDayList(gate.park, phone.dbs)).toEqual(before)
})

test('a list that was cut short is not taken, and what is held stays', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const before = must(await findDayList(gate.park, phone.dbs), 'a list')
  phone.line.through = async (request, next) => {
    const answer = await next(request)
    if (!request.url.includes('/attendant/day-list')) return answer
    const text = await answer.text()
    return new Response(text.slice(0, text.length / 2), answer)
  }
  expect((await syncAttendant(phone)).ok).toBe(false)
  expect(await findDayList(gate.park, phone.dbs)).toEqual(before)
  // The next complete list is accepted.
  phone.line.through = (request, next) => next(request)
  provider.clock.advance(60_000)
  expect(valueOf(await syncAttendant(phone))).toEqual({ listRefused: null })
  expect(must(await findDayList(gate.park, phone.dbs), 'a list').list.issuedAt).toBeGreaterThan(before.list.issuedAt)
})

test('what is decided with no signal is kept and sent once there is one; a refusal stays on the phone', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  phone.line.through = offline
  valueOf(await recordCheckIn(letIn(gate), phone))
  provider.clock.advance(60_000)
  valueOf(await recordCheckIn(letIn(gate, { isAdmitted: false, verdict: 'already_inside' }), phone))
  const later = phone.restart()
  later.line.through = offline
  waitOut()
  expect(errorOf(await syncAttendant(later)).kind).toBe('offline')
  expect(await statesOf(later)).toEqual(['waiting', 'noted'])
  later.line.through = (request, next) => next(request)
  waitOut()
  valueOf(await syncAttendant(later))
  expect(await statesOf(later)).toEqual(['sent', 'noted'])
  expect(await countStored(later)).toBe(1)
})

test('an upload whose answer was lost goes again under its key, with what it carried, and counts once', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  valueOf(await recordCheckIn(letIn(gate), phone))
  phone.line.through = answerLost((request) => request.method === 'POST')
  await syncAttendant(phone)
  provider.clock.advance(60_000)
  valueOf(await recordCheckIn(letIn(gate, { direction: 'out' }), phone))
  // Killed here: a new page finds the same rows under the same key.
  const next = phone.restart()
  waitOut()
  valueOf(await syncAttendant(next))
  const keys = (line: TestPhone['line']) => line.sent.filter(({ path }) => path === '/attendant/check-ins')
  expect(keys(next.line).map(({ key }) => key)).toContain(keys(phone.line)[0]?.key)
  expect(await statesOf(next)).toEqual(['sent', 'sent'])
  expect(await countStored(next)).toBe(2)
  expect(await flagsOf(next)).toEqual([])
})

test('an upload that slept while another went does not put back among what waits what has its answer', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  valueOf(await recordCheckIn(letIn(gate), phone))
  const asleep = await readWaitingCheckIns(phone.dbs)
  valueOf(await syncAttendant(phone))
  expect(await statesOf(phone)).toEqual(['sent'])
  await applyCheckIns(phone.dbs, asleep)
  expect(await statesOf(phone)).toEqual(['sent'])
})

test('what was recorded while the clock was two days ahead goes as soon as the clock is right, at its true time and flagged', async () => {
  const gate = await openGate()
  const paired = await pairedPhone(gate.park)
  const ahead = { now: () => toInstant(provider.clock.now() + 2 * DAY_MS) }
  const wrong = paired.restart(ahead)
  // A single answer from the provider reveals the clock's error.
  valueOf(await syncAttendant(wrong))
  wrong.line.through = offline
  valueOf(await recordCheckIn(letIn(gate), wrong))
  const trueMs = provider.clock.now()
  await syncAttendant(wrong)
  provider.clock.advance(60_000)
  const right = wrong.restart()
  valueOf(await syncAttendant(right))
  expect(await statesOf(right)).toEqual(['sent'])
  expect(await flagsOf(right)).toContain('clock_ahead')
  const { deviceId } = await mustDevice(right)
  const [stored] = await provider.deps.db.query<{ at: number }>(
    'select believed_at as at from check_ins where device_id = $1',
    [deviceId],
  )
  expect(Math.abs(must(stored, 'a check-in').at - trueMs)).toBeLessThan(2_000)
})

test('two phones with no signal let one pass in: the one that sends later is told', async () => {
  const gate = await openGate()
  const [one, two] = [await pairedPhone(gate.park), await pairedPhone(gate.park)]
  for (const phone of [one, two]) {
    valueOf(await recordCheckIn(letIn(gate), phone))
    provider.clock.advance(60_000)
  }
  for (const phone of [one, two]) valueOf(await syncAttendant(phone))
  expect([await flagsOf(one), await flagsOf(two)]).toEqual([[], ['already_inside']])
  expect([await countStored(one), await countStored(two)]).toEqual([1, 1])
})

test('the worker sends what waits when the browser rings', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  valueOf(await recordCheckIn(letIn(gate), phone))
  await drainOnSync(phone)
  expect(await statesOf(phone)).toEqual(['sent'])
})

test('one record that is not understood is set aside, and the others go', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  valueOf(await recordCheckIn(letIn(gate), phone))
  const error = vi.mocked(console.error).mockImplementation(() => undefined)
  valueOf(await recordCheckIn(letIn(gate, { booking: 'no tail' }), phone))
  valueOf(await recordCheckIn(letIn(gate, { direction: 'out' }), phone))
  valueOf(await syncAttendant(phone))
  expect((await statesOf(phone)).toSorted()).toEqual(['refused', 'sent', 'sent'])
  // Reported, because it is our own bug.
  expect(error).toHaveBeenCalledTimes(1)
  error.mockClear()
})

test('a phone that was revoked still hands over what it recorded before, marked; what came after is refused', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const { deviceId } = await mustDevice(phone)
  valueOf(await recordCheckIn(letIn(gate), phone))
  await revokeDevice(provider.deps.db, deviceId, provider.clock.now())
  provider.clock.advance(60_000)
  valueOf(await recordCheckIn(letIn(gate, { direction: 'out' }), phone))
  expect(errorOf(await syncAttendant(phone))).toMatchObject({ kind: 'refused', code: 'device_unpaired' })
  expect((await mustDevice(phone)).live).toBe(false)
  expect(await statesOf(phone)).toEqual(['sent', 'refused'])
  expect(await flagsOf(phone)).toEqual(['revoked_phone'])
  expect(await countStored(phone)).toBe(1)
  expect(await findDayList(gate.park, phone.dbs)).toBeDefined()
})

test('a phone that learned of it while an upload failed sends the rest before it is paired anew, due or not', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const { deviceId } = await mustDevice(phone)
  valueOf(await recordCheckIn(letIn(gate), phone))
  await revokeDevice(provider.deps.db, deviceId, provider.clock.now())
  phone.line.through = answerLost((request) => request.method === 'POST')
  expect(errorOf(await syncAttendant(phone))).toMatchObject({ code: 'device_unpaired' })
  expect(await statesOf(phone)).toEqual(['waiting'])
  phone.line.through = (request, next) => next(request)
  valueOf(await pairAttendant({ code: await codeFor(gate.park), deviceName: null }, phone))
  expect(await statesOf(phone)).toEqual(['sent'])
})

test('a phone that was revoked a day ago sends nothing more, keeps what it has, and never sends it as another', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  const { deviceId } = await mustDevice(phone)
  valueOf(await recordCheckIn(letIn(gate), phone))
  await revokeDevice(provider.deps.db, deviceId, provider.clock.now())
  provider.clock.advance(24 * 3_600_000)
  expect(errorOf(await syncAttendant(phone))).toMatchObject({ kind: 'refused', code: 'device_unpaired' })
  expect((await mustDevice(phone)).live).toBe(false)
  valueOf(await pairAttendant({ code: await codeFor(gate.park), deviceName: null }, phone))
  await phone.settled()
  waitOut()
  valueOf(await syncAttendant(phone))
  expect(await statesOf(phone)).toEqual(['waiting'])
  expect(await countStored(phone)).toBe(0)
})

test('a key that is published is here with the next list, before the first pass that it signs', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  phone.line.through = async (request, next) => {
    const answer = await next(request)
    if (!request.url.endsWith('/pass/keys')) return answer
    const { keys }: PassKeys = await answer.json()
    return Response.json({ keys: [...keys, { ...must(keys[0], 'a key'), kid: 77 }] }, answer)
  }
  valueOf(await syncAttendant(phone))
  expect((await readPassKeys(phone.dbs)).value.map(({ kid }) => kid)).toContain(77)
})

test('unpairing wipes the phone, also with no signal', async () => {
  const gate = await openGate()
  const phone = await pairedPhone(gate.park)
  valueOf(await recordCheckIn(letIn(gate), phone))
  phone.line.through = offline
  valueOf(await unpairAttendant(phone))
  await phone.settled()
  expect(await findAttendant(phone.dbs)).toBeUndefined()
  expect(await findDayList(gate.park, phone.dbs)).toBeUndefined()
  expect(await readCheckIns(phone.dbs)).toEqual([])
})

test('a phone that is not paired records nothing', async () => {
  const gate = await openGate()
  expect(errorOf(await recordCheckIn(letIn(gate), phoneAt(provider)))).toMatchObject({ code: 'device_unpaired' })
})
