import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applyVehicle, applyVehicles } from '../../src/db/apply/vehicles.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { vehicleOf } from '../sync/support/small-provider.ts'
import { sessionOf } from './support/session.ts'

const FIRST = '01890a5d-ac96-774b-bcce-b302099a0002'
const SECOND = '01890a5d-ac96-774b-bcce-b302099a0003'

test('a list that names another default than a row that was edited meanwhile leaves one default', async () => {
  const dbs = openDatabases({ prefix: 'one-default', indexedDB: new IDBFactory(), IDBKeyRange })
  const session = sessionOf()
  const userId = session.user.user_id
  await applySession(dbs, session, 1)
  const [first, second] = [vehicleOf(FIRST, { is_default: true }), vehicleOf(SECOND)]
  await applyVehicles(dbs, userId, { vehicles: [first, second], since: await pullStart(dbs, userId), savedAt: 1 })
  const since = await pullStart(dbs, userId)
  await applyVehicle(dbs, userId, { vehicle: { ...first, version: 2 }, savedAt: 2 })
  // Another phone deleted the first one, and the provider made the second the default.
  await applyVehicles(dbs, userId, { vehicles: [{ ...second, is_default: true }], since, savedAt: 3 })
  const { value } = await readVehicles(dbs)
  expect(value.filter((vehicle) => vehicle.is_default).map(({ id }) => id)).toEqual([SECOND])
})

test('a list that was asked for before a vehicle was added as the default does not bring a second default', async () => {
  const dbs = openDatabases({ prefix: 'late-default', indexedDB: new IDBFactory(), IDBKeyRange })
  const session = sessionOf()
  const userId = session.user.user_id
  await applySession(dbs, session, 1)
  const since = await pullStart(dbs, userId)
  // Another phone deletes the first one after the list was written, so the vehicle added here becomes the default.
  const first = vehicleOf(FIRST, { is_default: true, updated_at: '2026-11-21T10:00:00.000Z' })
  const second = vehicleOf(SECOND, { is_default: true, updated_at: '2026-11-21T10:02:00.000Z' })
  await applyVehicle(dbs, userId, { vehicle: second, savedAt: 2 })
  await applyVehicles(dbs, userId, { vehicles: [first], since, savedAt: 3 })
  const { value } = await readVehicles(dbs)
  expect(value.filter((vehicle) => vehicle.is_default).map(({ id }) => id)).toEqual([SECOND])
})
