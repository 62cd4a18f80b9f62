import type { PushSubscriptionBody } from '../../contract/push.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { systemTimers, type Timers } from '../../lib/timers.ts'

/** `no_answer`: browsers without their push service never answer. `refused`: the browser declined. */
export type SubscribeError = 'no_answer' | 'refused'

const TIMEOUT_MS = 15_000

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

async function subscribeWith(push: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  try {
    return await push.subscribe(options)
  } catch (error) {
    const old = await push.getSubscription()
    // The old subscription has the key of another provider, or of one that was set up again, so it is useless.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError' || old === null) throw error
    await old.unsubscribe()
    return push.subscribe(options)
  }
}

/** Requests an address for this device from the browser's push service. Unsubscribes one that arrives too late. */
export function subscribe(
  push: PushManager,
  publicKey: string,
  timers: Timers = systemTimers,
): Promise<Result<PushSubscription, SubscribeError>> {
  return new Promise((resolve) => {
    let isLate = false
    const cancel = timers.after(TIMEOUT_MS, () => {
      isLate = true
      resolve(err('no_answer'))
    })
    subscribeWith(push, publicKey).then(
      (subscription) => {
        cancel()
        if (isLate) void subscription.unsubscribe()
        resolve(ok(subscription))
      },
      () => {
        cancel()
        resolve(err('refused'))
      },
    )
  })
}

export interface DeviceFacts {
  readonly language: 'en' | 'fr'
  /** The phone's IANA time zone. */
  readonly zone: string
  readonly quiet: boolean
}

/** 22:00 to 07:00, minutes of the day. */
const NIGHT = { from_minute: 22 * 60, to_minute: 7 * 60 }

/** Returns the body for the provider; undefined when the browser supplied no keys, so nothing could be sent. */
export function toDeviceBody(
  subscription: PushSubscription,
  { language, zone, quiet }: DeviceFacts,
): PushSubscriptionBody | undefined {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined
  return { endpoint, keys: { p256dh, auth }, language, timezone: zone, quiet_hours: quiet ? NIGHT : null }
}
