import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { applyFavourite, applyFavourites } from '../../src/db/apply/favourites.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readFavourites } from '../../src/db/read/favourites.ts'
import { favouriteOf } from '../sync/support/small-provider.ts'
import { sessionOf } from './support/session.ts'

const session = sessionOf()
const userId = session.user.user_id

async function openPhone() {
  const dbs = openDatabases({ prefix: 'favourites', indexedDB: new IDBFactory(), IDBKeyRange })
  await applySession(dbs, session, 1)
  const start = () => pullStart(dbs, userId)
  const shown = async () => (await readFavourites(dbs)).value.map((row) => [row.park_id, row.version])
  const answer = (favourite: ReturnType<typeof favouriteOf>) => applyFavourite(dbs, userId, { favourite, savedAt: 2 })
  const list = async (favourites: readonly ReturnType<typeof favouriteOf>[], since?: number) =>
    applyFavourites(dbs, userId, { favourites, since: since ?? (await start()), savedAt: 3 })
  return { start, shown, answer, list }
}

describe('the favourites on a phone', () => {
  test('are what the list says, the latest first', async () => {
    const { list, shown } = await openPhone()
    await list([favouriteOf(1), favouriteOf(2, { updated_at: '2026-11-21T10:00:00Z' })])
    expect(await shown()).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(await list([favouriteOf(1)])).toBe('applied')
    expect(await shown()).toEqual([[1, 1]])
  })

  test('one that was let go is not brought back by a list that was on its way', async () => {
    const { start, list, answer, shown } = await openPhone()
    await list([favouriteOf(1)])
    const since = await start()
    await answer(favouriteOf(1, { is_favourite: false, version: 2 }))
    await list([favouriteOf(1)], since)
    expect(await shown()).toEqual([])
  })

  test('one that was added is not swept by a list that was on its way', async () => {
    const { start, list, answer, shown } = await openPhone()
    const since = await start()
    await answer(favouriteOf(1))
    await list([], since)
    expect(await shown()).toEqual([[1, 1]])
  })

  test('one that another phone let go is not brought back by the late answer to its own request', async () => {
    const { list, answer, shown } = await openPhone()
    await list([favouriteOf(1)])
    await list([])
    await answer(favouriteOf(1))
    expect(await shown()).toEqual([])
    await answer(favouriteOf(1, { version: 3 }))
    expect(await shown()).toEqual([[1, 3]])
  })

  test('of a provider that was restored are the earlier ones again, and can be let go and added from there on', async () => {
    const { list, answer, shown } = await openPhone()
    await answer(favouriteOf(1, { version: 5 }))
    await answer(favouriteOf(2, { version: 4, is_favourite: false }))
    expect(await list([favouriteOf(1, { version: 3 })])).toBe('restored')
    expect(await shown()).toEqual([[1, 3]])
    await answer(favouriteOf(2, { version: 1 }))
    expect(await shown()).toEqual([
      [1, 3],
      [2, 1],
    ])
  })
})
