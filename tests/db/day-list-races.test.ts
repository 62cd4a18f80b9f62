import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applyDayList, applyPairing, wipeAttendant } from '../../src/db/apply/attendant.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { findDayList } from '../../src/db/read/attendant.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { partOf } from '../domain/support/gate.ts'
import { valueOf } from '../sync/support/provider-phone.ts'

const TOKEN = 'device-token'
const { park, issuedAt } = partOf()

const rowOf = (cursor: string, minutes: number) => ({
  parkCode: park.code,
  list: valueOf(mergeDayList(undefined, partOf({ cursor, issuedAt: toInstant(issuedAt + minutes * 60_000) }))),
  savedAt: 1,
})

async function paired(prefix: string) {
  const dbs = openDatabases({ prefix, indexedDB: new IDBFactory(), IDBKeyRange })
  const { id, code, name } = park
  await applyPairing(dbs, { deviceId: 'device', token: TOKEN, parks: [{ id, code, name }] })
  return { dbs, cursor: async () => (await findDayList(park.code, dbs))?.list.cursor }
}

test('fault 36: a day list that lands late does not replace one that was issued later', async () => {
  const { dbs, cursor } = await paired('day-list-order')
  await applyDayList(dbs, TOKEN, rowOf('newer', 5))
  await applyDayList(dbs, TOKEN, rowOf('older', 0))
  expect(await cursor()).toBe('newer')
})

test('a day list that lands after the phone was unpaired, or paired anew, is not kept', async () => {
  const { dbs, cursor } = await paired('day-list-wiped')
  await wipeAttendant(dbs)
  await applyDayList(dbs, TOKEN, rowOf('late', 0))
  expect(await cursor()).toBeUndefined()
  await applyPairing(dbs, { deviceId: 'other', token: 'another', parks: [] })
  await applyDayList(dbs, TOKEN, rowOf('late', 0))
  expect(await cursor()).toBeUndefined()
})
