import { expect, test } from 'vitest'
import { setFavourite } from '../../src/actions/parks.ts'
import { readFavourites } from '../../src/db/read/favourites.ts'
import { drain } from '../../src/sync/drain.ts'
import { pullFavourites } from '../../src/sync/pull/pull-favourites.ts'
import { createRig, favour, isWrite, keysSent, passing, statesOf, USER_A, waitOut } from './support/outbox-phone.ts'
import { valueOf } from './support/provider-phone.ts'
import { favouriteOf } from './support/small-provider.ts'
import { answerLost, offline } from './support/test-phone.ts'

const PARK = { id: 1, name: 'Marché Thiès', slug: 'marche-thies', address: null }

test('a favourite is added and let go with a connection, each with one effect', async () => {
  const rig = await createRig()
  expect(valueOf(await setFavourite({ park: PARK, isWanted: true, isHeld: false }, rig.phone)).standing).toBe('over')
  expect((await readFavourites(rig.phone.dbs)).value).toMatchObject([{ park_id: 1, version: 1 }])
  valueOf(await setFavourite({ park: PARK, isWanted: false, isHeld: true }, rig.phone))
  expect((await readFavourites(rig.phone.dbs)).value).toEqual([])
  expect(rig.provider.effects).toEqual(['keep 1', 'let go 1'])
})

test('a favourite waits for a signal, and its lost answer has one effect', async () => {
  const rig = await createRig()
  rig.phone.line.through = offline
  const row = await rig.ask(favour('add'))
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['queued'])
  rig.phone.line.through = answerLost(isWrite)
  waitOut(rig)
  await drain(rig.phone)
  rig.phone.line.through = passing
  waitOut(rig)
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['done'])
  expect(new Set(keysSent(rig.phone))).toEqual(new Set([row.id]))
  expect(rig.provider.effects).toEqual(['keep 1'])
})

test('at a provider that forgets keys, a favourite whose answer was lost is found in the list', async () => {
  const rig = await createRig()
  rig.provider.knowsKeys = false
  await rig.ask(favour('add'))
  rig.phone.line.through = answerLost(isWrite)
  await drain(rig.phone)
  rig.phone.line.through = passing
  waitOut(rig)
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['done'])
  expect(rig.provider.effects).toEqual(['keep 1'])
  expect((await readFavourites(rig.phone.dbs)).value).toMatchObject([{ park_id: 1 }])
})

test('what another phone keeps comes with the list', async () => {
  const rig = await createRig()
  rig.provider.favourites.set(7, favouriteOf(7))
  valueOf(await pullFavourites(rig.phone, USER_A))
  expect((await readFavourites(rig.phone.dbs)).value).toEqual([favouriteOf(7)])
})
