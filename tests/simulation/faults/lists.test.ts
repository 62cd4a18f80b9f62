import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { PAGE_SIZE } from '../../../src/config/limits.ts'
import { bookingsOf } from '../oracle/stored.ts'
import { nextMinute } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { createRandom } from '../world/random.ts'
import { play } from './scene.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const random = createRandom(37)

/** Books on another phone of the driver, `day` days ahead. */
async function bookElsewhere(world: World, token: string, day: number): Promise<void> {
  const startMs = nextMinute(world.timeline.now() + day * DAY_MS)
  const body = {
    park_id: must(world.provider.server.parks[0], 'a park').id,
    plate: 'FAR-1',
    vehicle_type_id: 1,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(startMs + HOUR_MS).toISOString(),
    payment_method: 'wallet',
    quoted_total: world.provider.priceOf(0, 60),
    tariff_version: world.provider.tariffVersion(0),
  }
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': uuid7(world.timeline.now(), () => random.next()),
  }
  const url = 'http://localhost/api/v1/bookings'
  const { status, text } = await world.provider.deliver(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  expect(status, text).toBe(201)
}

test('fault 37: a list whose pages drift while bookings are added deletes nothing and doubles nothing', () =>
  play(async (scene) => {
    const { world, device, userId } = scene
    await world.provider.setBalance(0, 10_000_000)
    const { access_token: token } = await world.provider.signIn(0)
    for (let day = 1; day <= PAGE_SIZE + 20; day += 1) await bookElsewhere(world, token, day / 3)
    await world.pass(65_000)
    const before = bookingsOf(device, userId).length
    expect(before).toBeGreaterThan(PAGE_SIZE)
    // Each page of the list takes a second, and a booking is added between them.
    device.weather = { deliveries: [500], answer: 'own', backMs: 500 }
    await world.pass(61_000)
    scene.page().wake()
    for (let day = 50; day < 56; day += 1) {
      await bookElsewhere(world, token, day)
      await world.pass(700)
    }
    device.weather = 'fine'
    await world.pass(130_000)
    const kept = bookingsOf(device, userId)
    expect(kept.length).toBe(before + 6)
    expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length)
  }))
