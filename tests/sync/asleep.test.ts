import { expect, test } from 'vitest'
import { readBookings } from '../../src/db/read/bookings.ts'
import { findSession } from '../../src/db/read/session.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { drainSoon } from '../../src/sync/drain.ts'
import { createEngine } from '../../src/sync/engine.ts'
import { add, createRig, extend, newVehicleId, passing, signInAs, statesOf, USER_A } from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { offline } from './support/test-phone.ts'

test('fault 46: a phone that slept three weeks loses nothing, asks for a sign-in, and then sends what is still worth it', async () => {
  const rig = await createRig()
  rig.phone.line.through = offline
  await rig.ask(extend('2026-11-21T13:30:00Z'))
  await rig.ask(add(newVehicleId(1), 'KJA-777QQ'))
  await drainSoon(rig.phone)
  const savedAt = rig.clock.now()

  rig.clock.advance(21 * DAY_MS)
  const phone = rig.phone.restart()
  // Access token and refresh token have both expired meanwhile.
  phone.line.through = (request, next) =>
    request.headers.has('authorization') || request.url.endsWith('/auth/refresh')
      ? Promise.resolve(problemOf(401, 'session_expired'))
      : next(request)
  await createEngine(phone).wake()
  await phone.settled()
  expect((await findSession(phone.dbs))?.live).toBe(false)
  // An extension of a stay that ended long ago is not sent; it stays visible.
  expect(await statesOf(rig)).toEqual(['expired', 'queued'])
  expect(rig.provider.effects).toEqual([])
  expect((await readVehicles(phone.dbs)).value).toHaveLength(1)
  expect((await phone.dbs.user(USER_A).bookings.toArray()).map((row) => row.savedAt)).toEqual([savedAt])
  expect((await readBookings(phone.dbs)).value).toHaveLength(1)

  phone.line.through = passing
  await signInAs(phone, USER_A)
  await drainSoon(phone)
  expect(rig.provider.effects).toEqual([`add ${newVehicleId(1)}`])
  expect(await statesOf(rig)).toEqual(['expired', 'done'])
})
