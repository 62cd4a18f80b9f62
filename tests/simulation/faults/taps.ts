import { bookPark, type BookParkInput } from '../../../src/actions/bookings.online.ts'
import { cancelBooking, extendBooking } from '../../../src/actions/bookings.ts'
import { addVehicle, editVehicle } from '../../../src/actions/vehicles.ts'
import { HOUR_MS } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Tab } from '../world/tab.ts'
import { nextMinute } from '../world/timeline.ts'
import type { Scene } from './scene.ts'

/** A tap on the first page (or `tab`), started without waiting for it. */
interface Tapping {
  readonly scene: Scene
  readonly tab?: Tab
}

const say = async (work: Promise<{ readonly ok: boolean }>): Promise<string> => ((await work).ok ? 'ok' : 'refused')

export function tapEdit({ scene, tab = scene.page() }: Tapping, plate: string): void {
  const vehicle = scene.vehicle()
  const fields = { plate, country_code: 'CA' } as const
  scene.world.follow(tab, 'edit', () => say(editVehicle({ vehicle, fields }, tab.phone)))
}

export function tapAdd({ scene, tab = scene.page() }: Tapping, plate: string): void {
  scene.world.follow(tab, 'add', () => say(addVehicle({ plate, country_code: 'CA' }, tab.phone)))
}

export function tapExtend({ scene, tab = scene.page() }: Tapping, hours = 1): void {
  const booking = scene.booking()
  const newEndMs = Date.parse(booking.end_time) + hours * HOUR_MS
  const input = { booking, newEndMs, maxPriceMinor: 5_000 }
  scene.world.follow(tab, 'extend', () => say(extendBooking(input, tab.phone)))
}

export function tapCancel({ scene, tab = scene.page() }: Tapping, minRefundMinor = 0): void {
  const booking = scene.booking()
  scene.world.follow(tab, 'cancel', () => say(cancelBooking({ booking, minRefundMinor }, tab.phone)))
}

export function tapBook({ scene, tab = scene.page() }: Tapping): void {
  const { provider, timeline } = scene.world
  const park = must(provider.server.parks[0], 'a park')
  const startMs = nextMinute(timeline.now()) + HOUR_MS
  const input: BookParkInput = {
    parkId: park.id,
    parkName: park.name,
    plate: 'NEW-1',
    vehicleTypeId: 1,
    startMs,
    endMs: startMs + HOUR_MS,
    quotedTotalMinor: provider.priceOf(0, 60),
    tariffVersion: provider.tariffVersion(0),
  }
  scene.world.follow(tab, 'book', () => say(bookPark(input, tab.phone)))
}
