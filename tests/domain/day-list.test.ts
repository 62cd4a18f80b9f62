import { expect, test } from 'vitest'
import { type DayListEntry, findByPlateEnd, mergeDayList, standingOf } from '../../src/domain/day-list.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { signJson, verifySigned } from '../../src/domain/signed-data.ts'
import { entryOf, KEY_ID, listOf, makeTestKeys, partOf } from './support/gate.ts'
import { at } from './support/tariffs.ts'

const LATER = { issuedAt: at('2026-11-21T16:50:00Z'), cursor: 'c2' }
const delta = { ...LATER, kind: 'delta', base: 'c1' } as const

test('a delta adds and changes, a full list replaces', () => {
  const held = listOf({ entries: [entryOf(), entryOf({ booking: 'b', plate: 'XYZ' })] })
  const added = mergeDayList(held, partOf({ ...delta, entries: [entryOf({ sequence: 3, plate: 'NEW1' })] }))
  expect(added.ok && [...added.value.entries.values()].map(({ plate }) => plate)).toEqual(['NEW1', 'XYZ'])
  const replaced = mergeDayList(held, partOf({ ...LATER, entries: [entryOf({ booking: 'b' })] }))
  expect(replaced.ok && [...replaced.value.entries.keys()]).toEqual(['b'])
})

test('what is known newer is not overwritten by an older sequence', () => {
  const held = listOf({ entries: [entryOf({ sequence: 4, plate: 'NEWER' })] })
  const merged = mergeDayList(held, partOf({ ...delta, entries: [entryOf({ sequence: 3, plate: 'OLDER' })] }))
  expect(merged.ok && merged.value.entries.get(entryOf().booking)?.plate).toBe('NEWER')
})

test.each([
  ['older than the one held', partOf({ issuedAt: at('2026-11-21T16:44:59Z') }), 'older'],
  ['of another park', partOf({ ...LATER, park: { ...partOf().park, id: toParkId(9) } }), 'other_park'],
  ['a delta that continues another list', partOf({ ...delta, base: 'c0' }), 'gap'],
] as const)('a list %s is refused', (_name, part, error) => {
  expect(mergeDayList(listOf({ entries: [entryOf()] }), part)).toEqual({ ok: false, error })
})

test('a delta without a list is a gap', () => {
  expect(mergeDayList(undefined, partOf(delta))).toEqual({ ok: false, error: 'gap' })
})

test('a car gone for a day is forgotten, one that is still inside is not', () => {
  const end = at('2026-11-20T16:00:00Z')
  const list = listOf({ entries: [entryOf({ end }), entryOf({ booking: 'b', end, state: 'inside' })] })
  expect([...list.entries.keys()]).toEqual(['b'])
})

test('the highest revocation counts', () => {
  const held = listOf({ revoked: [{ booking: 'a', minSequence: 5 }] })
  const merged = mergeDayList(held, partOf({ ...delta, revoked: [{ booking: 'a', minSequence: 3 }] }))
  expect(merged.ok && merged.value.revoked.get('a')).toBe(5)
})

test('plates are found by their last characters, those that look alike last', () => {
  const plates = ['ABC123DE', 'XYZ12308', 'KKK9990B', 'QQQ11111']
  const list = listOf({ entries: plates.map((plate, index) => entryOf({ booking: String(index), plate })) })
  const found = (typed: string) => findByPlateEnd(list, typed, () => 'current').map(({ entry }) => entry.plate)
  expect(found('3 de')).toEqual(['ABC123DE'])
  expect(found('08')).toEqual(['XYZ12308', 'KKK9990B'])
  expect(found('e')).toEqual([])
})

test('a changed, cut or foreign answer does not verify', async () => {
  const { privateKey, keys } = await makeTestKeys()
  const data = { park: 'Dépôt', entries: [{ a: 1 }, { a: 2 }] }
  const signature = await signJson(JSON.stringify(data), privateKey)
  const answer = { data, kid: KEY_ID, signature }
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  expect(await verifySigned(sent as typeof answer, keys)).toBe('signed')
  expect(await verifySigned({ ...answer, data: { ...data, entries: [{ a: 1 }] } }, keys)).toBe('forged')
  expect(await verifySigned({ ...answer, kid: 8 }, keys)).toBe('update_needed')
  expect(await verifySigned({ ...answer, signature: '!' }, keys)).toBe('forged')
  expect(await verifySigned({ ...answer, signature: signature.slice(0, 40) }, keys)).toBe('forged')
  expect(await verifySigned(answer, (await makeTestKeys()).keys)).toBe('forged')
})

test('the car that is inside is found first, then the next booking, then the last that ended, then a cancelled one', () => {
  const now = at('2026-11-21T17:00:00Z')
  const of = (booking: string, [start, end]: readonly [string, string], state: DayListEntry['state'] = 'expected') =>
    entryOf({ booking, start: at(`2026-11-21T${start}:00Z`), end: at(`2026-11-21T${end}:00Z`), state })
  const entries = [
    of('long ago', ['06:00', '07:00']),
    of('cancelled', ['16:00', '18:00'], 'cancelled'),
    of('left early', ['12:00', '17:30'], 'left'),
    of('overstays', ['10:00', '11:00'], 'inside'),
    of('tonight', ['20:00', '21:00']),
    of('next', ['17:10', '18:00']),
  ]
  const list = listOf({ entries })
  const found = findByPlateEnd(list, '23DE', (entry) =>
    standingOf(entry, entry.state === 'cancelled' ? 'expected' : entry.state, now),
  )
  expect(found.map(({ entry, standing }) => [entry.booking, standing])).toEqual([
    ['overstays', 'inside'],
    ['next', 'current'],
    ['tonight', 'current'],
    ['left early', 'ended'],
    ['long ago', 'ended'],
    ['cancelled', 'cancelled'],
  ])
})
