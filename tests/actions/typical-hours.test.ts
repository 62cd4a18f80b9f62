import { expect, test } from 'vitest'
import { loadTypicalHours } from '../../src/actions/typical-hours.online.ts'
import type { TypicalHours } from '../../src/contract/typical-hours.ts'
import { readTypicalHours } from '../../src/db/read/typical-hours.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { START_MS } from '../sync/support/small-provider.ts'
import { createTestPhone, offline, type TestPhone } from '../sync/support/test-phone.ts'

const typicalOf = (parkId: number): TypicalHours => ({
  park_id: parkId,
  as_of: '2026-11-21T10:00:00Z',
  weeks: 8,
  hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 40)),
})

function createRig() {
  let now = START_MS
  const phone = createTestPhone({
    fetch: (request) => Promise.resolve(Response.json({ data: typicalOf(Number(request.url.split('/').at(-2))) })),
    clock: { now: () => now },
  })
  return { phone, advance: (ms: number) => (now += ms) }
}

const asked = ({ line }: TestPhone): number => line.sent.filter(({ path }) => path.endsWith('/typical')).length

test('how full a car park usually is stays on the phone, and is asked for again after a day', async () => {
  const { phone, advance } = createRig()
  expect((await loadTypicalHours(7, phone)).ok).toBe(true)
  expect(await readTypicalHours(7, phone.dbs)).toEqual({ value: typicalOf(7), savedAt: START_MS })
  advance(DAY_MS - 1)
  await loadTypicalHours(7, phone)
  expect(asked(phone)).toBe(1)
  advance(1)
  await loadTypicalHours(7, phone)
  expect(asked(phone)).toBe(2)
  advance(DAY_MS)
  phone.line.through = offline
  expect((await loadTypicalHours(7, phone)).ok).toBe(false)
  expect((await readTypicalHours(7, phone.dbs)).value).toEqual(typicalOf(7))
})

test('of the car parks that were looked at longest ago it is given up', async () => {
  const { phone, advance } = createRig()
  for (let parkId = 1; parkId <= 26; parkId += 1) {
    await loadTypicalHours(parkId, phone)
    advance(1_000)
  }
  const kept = await phone.dbs.public.saved.where('key').startsWith('typical:').count()
  expect(kept).toBe(24)
  expect((await readTypicalHours(2, phone.dbs)).value).toBeNull()
  expect((await readTypicalHours(26, phone.dbs)).value).not.toBeNull()
})
