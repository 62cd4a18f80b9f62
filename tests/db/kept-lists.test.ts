import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { Gift } from '../../src/contract/gifts.ts'
import { applyFavourite, applyFavourites } from '../../src/db/apply/favourites.ts'
import { applyGifts } from '../../src/db/apply/kept-lists.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readGifts } from '../../src/db/read/gifts.ts'
import { favouriteOf } from '../sync/support/small-provider.ts'
import { sessionOf } from './support/session.ts'

const session = sessionOf()
const userId = session.user.user_id

const giftOf = (id: string, version: number, created_at = '2026-11-20T10:00:00Z'): Gift => ({
  gift_id: id,
  code: 'GIFT-0001',
  currency: 'CAD',
  amount: 1_000,
  state: 'open',
  email: null,
  settled_at: null,
  version,
  created_at,
})

async function openPhone() {
  const dbs = openDatabases({ prefix: 'kept-lists', indexedDB: new IDBFactory(), IDBKeyRange })
  await applySession(dbs, session, 1)
  const shown = async () => (await readGifts(dbs)).value?.map((gift) => [gift.gift_id, gift.version]) ?? null
  return { dbs, shown }
}

test('a list that only grows keeps the newest of each row, the latest first, whichever answer comes last', async () => {
  const { dbs, shown } = await openPhone()
  await applyGifts(dbs, userId, { gifts: [giftOf('a', 2)], savedAt: 2 })
  await applyGifts(dbs, userId, { gifts: [giftOf('a', 1), giftOf('b', 1, '2026-11-21T10:00:00Z')], savedAt: 3 })
  expect(await shown()).toEqual([
    ['b', 1],
    ['a', 2],
  ])
})

test('it is of the age of the last whole list, not of an answer about one row', async () => {
  const { dbs } = await openPhone()
  await applyGifts(dbs, userId, { gifts: [giftOf('a', 1)], savedAt: 2, isList: true })
  await applyGifts(dbs, userId, { gifts: [giftOf('b', 1)], savedAt: 9 })
  expect((await readGifts(dbs)).savedAt).toBe(2)
})

test('it is forgotten and asked for anew once the provider was restored from a backup, which may lack its last rows', async () => {
  const { dbs, shown } = await openPhone()
  await applyGifts(dbs, userId, { gifts: [giftOf('a', 1)], savedAt: 2, isList: true })
  await applyFavourite(dbs, userId, { favourite: favouriteOf(1, { version: 5 }), savedAt: 2 })
  const since = await pullStart(dbs, userId)
  expect(await applyFavourites(dbs, userId, { favourites: [favouriteOf(1, { version: 3 })], since, savedAt: 3 })).toBe(
    'restored',
  )
  expect(await shown()).toBeNull()
})
