import { expect, test, vi } from 'vitest'
import { pullBookings } from '../../../src/sync/pull/pull-bookings.ts'
import { pullVehicles } from '../../../src/sync/pull/pull-vehicles.ts'
import { pullWallet } from '../../../src/sync/pull/pull-wallet.ts'
import { must } from '../../../src/lib/assert.ts'
import { outboxOf, sessionOf } from '../oracle/stored.ts'
import { signIn } from '../steps/sessions.ts'
import { play } from './scene.ts'
import { tapEdit } from './taps.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Otherwise a driver who signs in, out and in again during a pull would get the other driver's rows. */
test('a list that was begun for one driver is never asked for as another', () =>
  play(async (scene) => {
    const { world, userId } = scene
    const tab = scene.page()
    await signIn(world, tab, 1)
    await world.pass(3_000)
    const outcomes: string[] = []
    const note = (pull: Promise<{ readonly ok: boolean }>): void =>
      world.follow(tab, 'late pull', async () => {
        outcomes.push((await pull).ok ? 'asked' : 'refused')
        return 'over'
      })
    note(pullBookings(tab.phone, userId))
    note(pullVehicles(tab.phone, userId))
    note(pullWallet(tab.phone, userId, { currency: 'CAD' }))
    await world.pass(3_000)
    expect(outcomes).toEqual(['refused', 'refused', 'refused'])
  }))

test('what was tapped while the storage hung is not done for the driver who signed in meanwhile', () =>
  play(async (scene) => {
    const { world, device } = scene
    const { id } = scene.vehicle()
    Object.assign(device.storage, { trouble: 'hang', troubleLeft: 1 })
    tapEdit({ scene }, 'SIM-888')
    await world.pass(500)
    await signIn(world, scene.page(), 1)
    await world.pass(60_000)
    const second = must(sessionOf(device), 'a session').user.user_id
    expect(second).not.toBe(scene.userId)
    expect(outboxOf(device, second).filter(({ entity }) => entity.includes(id))).toEqual([])
  }))
