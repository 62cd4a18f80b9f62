import type { Booking } from '../../../src/contract/bookings.ts'
import type { BookingPush, PushSubscriptionBody, PushSubscriptionWire } from '../../../src/contract/push.ts'
import { sendReminders } from '../../../provider/services/reminders.ts'
import { type PushedMessage, type PushService, startPushService } from './push-service.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './test-driver.ts'
import { insertTestPark } from './test-parks.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

export const MINUTE = 60_000

interface World {
  readonly provider: TestProvider
  readonly service: PushService
}

/** Returns functions that read what arrived at a device. */
function inboxOf({ service }: World) {
  const pushedTo = (device: string): readonly PushedMessage[] =>
    service.messages.filter((pushed) => pushed.device === device)
  const kindsOf = (device: string): readonly string[] => pushedTo(device).map(({ message }) => message.kind)
  const messagesTo = (device: string): readonly BookingPush[] =>
    pushedTo(device).flatMap(({ message }) => ('booking_id' in message ? [message] : []))
  const messageTo = (device: string): BookingPush => {
    const last = messagesTo(device).at(-1)
    if (last === undefined) throw new Error(`Nothing was pushed to ${device}`)
    return last
  }
  return { pushedTo, kindsOf, messagesTo, messageTo }
}

function subscribersOf({ provider, service }: World) {
  let devices = 0
  /** Names a new device, so that no two tests share one. */
  const newDevice = (): string => `device ${String((devices += 1))}`
  const postSubscription = async (driver: TestDriver, body: unknown): Promise<Response> =>
    provider.request('POST', '/api/v1/push/subscriptions', { token: await driver.token(), body })
  const subscribe = async (
    driver: TestDriver,
    changes: Partial<PushSubscriptionBody> = {},
  ): Promise<{ readonly device: string; readonly id: string }> => {
    const device = newDevice()
    const answer = await postSubscription(driver, service.subscribe(device, changes))
    if (answer.status !== 201) throw new Error(await answer.text())
    const { data } = (await answer.json()) as { data: PushSubscriptionWire }
    return { device, id: data.subscription_id }
  }
  return { newDevice, postSubscription, subscribe }
}

function timeOf({ provider }: World) {
  const round = (): Promise<void> => sendReminders(provider.deps, new AbortController().signal)
  /** Runs a round each minute, as the job does, for that many minutes. */
  const pass = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 1) {
      provider.clock.advance(MINUTE)
      await round()
    }
  }
  return { round, pass }
}

interface Parked {
  readonly driver: TestDriver
  readonly booking: Booking
  readonly parkId: number
}

function parkingOf({ provider }: World) {
  /** Books from now, for an hour by default. */
  const park = async (options: { readonly capacity?: number; readonly minutes?: number } = {}): Promise<Parked> => {
    provider.clock.set(Math.ceil(provider.clock.now() / MINUTE) * MINUTE)
    const driver = await createDriver(provider)
    const { capacity = 5, minutes = 60 } = options
    const { id: parkId } = await insertTestPark(provider.deps.db, { capacity, name: 'Queen Street' })
    return { driver, parkId, booking: await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes }) }
  }
  const put = async (driver: TestDriver, path: string): Promise<void> => {
    const answer = await provider.request('PUT', `/api/v1${path}`, { token: await driver.token(), key: newKey() })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return { park, put }
}

/** Starts a provider with its own push service. */
export async function startPushes() {
  const service = await startPushService()
  const provider = await startTestProvider({ config: { pushHosts: [service.host] } })
  const world: World = { provider, service }
  const stop = async (): Promise<void> => {
    await provider.close()
    await service.close()
  }
  return { ...world, ...inboxOf(world), ...subscribersOf(world), ...timeOf(world), ...parkingOf(world), stop }
}
