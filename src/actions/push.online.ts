import { deletePushDevice, getPushKey, putPushDevice } from '../api/notifications.ts'
import { LOCKS } from '../config/lock-names.ts'
import { applyQuietNights } from '../db/apply/quiet-hours.ts'
import { preferredLanguage } from '../lib/language.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { dropPushDevice, keepPushDevice, readPushDevice } from '../lib/push-device.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { subscribe, type SubscribeError, toDeviceBody } from '../sync/notifications/subscribe.ts'
import { closeNotifications, unsubscribe } from '../sync/notifications/unsubscribe.ts'
import type { ActionError } from './failures.ts'
import { attempt, attemptAsUser } from './requests.online.ts'
import { withStorage } from './requests.ts'

export type PushError =
  | ActionError
  /** The driver declined for good (`push_denied`), or closed the prompt. */
  | { readonly kind: 'push_denied' }
  | { readonly kind: 'push_dismissed' }
  | { readonly kind: 'push_failed'; readonly reason: SubscribeError }

const failed = (reason: SubscribeError) => err({ kind: 'push_failed', reason } as const)

interface Telling {
  readonly subscription: PushSubscription
  readonly quiet: boolean
  /** Checked after the provider has answered: the driver may have turned notifications off meanwhile. */
  readonly isWanted: () => boolean
}

/** Sends the browser's subscription to the provider. */
async function tell(
  { subscription, quiet, isWanted }: Telling,
  phone: AppContext,
): Promise<Result<PushSubscription, PushError>> {
  const body = toDeviceBody(subscription, { language: preferredLanguage(navigator.language), zone: phoneZone(), quiet })
  if (body === undefined) return failed('refused')
  const told = await attemptAsUser(phone, () => putPushDevice(phone.client, body))
  if (!told.ok) return told
  if (!isWanted()) return failed('refused')
  keepPushDevice({ id: told.value.subscription_id, quiet })
  phone.inBackground(applyQuietNights(phone.dbs, quiet, phone.clock.now()))
  return ok(subscription)
}

type Told = Promise<Result<PushSubscription, PushError>>

/** Runs changes one at a time, so that the provider receives the last one last. */
const inTurn = (phone: AppContext, work: () => Told): Told => withStorage(() => phone.locks.run(LOCKS.push, work))

/** Only on a tap: browsers prompt the driver here, and suppress the prompt for good on pages that ask without one. */
export async function turnOnPush(
  { quiet }: { readonly quiet: boolean },
  phone: AppContext = appContext,
): Promise<Result<PushSubscription, PushError>> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return err({ kind: permission === 'denied' ? 'push_denied' : 'push_dismissed' })
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.active === null || registration === undefined) return failed('refused')
  const key = await attempt(phone, () => getPushKey(phone.client))
  if (!key.ok) return key
  const subscribed = await subscribe(registration.pushManager, key.value, phone.timers)
  if (!subscribed.ok) return failed(subscribed.error)
  const telling = { subscription: subscribed.value, quiet, isWanted: () => true }
  const told = await inTurn(phone, () => tell(telling, phone))
  // A subscription that the provider does not know would never receive anything, so it is ended.
  if (!told.ok) await subscribed.value.unsubscribe()
  return told
}

const isOn = (): boolean => readPushDevice() !== null

/**
 * Sends the current subscription's settings to the provider again: language, time zone and quiet hours, which default
 * to the current ones.
 */
export const renewPush = ({ quiet }: { readonly quiet?: boolean }, phone: AppContext = appContext): Told =>
  inTurn(phone, async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    const device = readPushDevice()
    if (subscription === null || subscription === undefined || device === null) return failed('refused')
    return tell({ subscription, quiet: quiet ?? device.quiet, isWanted: isOn }, phone)
  })

/** A browser that does not answer must not block a sign-out. */
const PATIENCE_MS = 2_000

async function withPatience(phone: AppContext, what: string, work: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    phone.timers.after(PATIENCE_MS, resolve)
  })
  const [gone] = await Promise.allSettled([Promise.race([work, patience])])
  if (gone.status === 'rejected') phone.log.warn(what, { reason: String(gone.reason) })
}

/**
 * Drops the subscription on this phone, even with no signal: the push service, which rejects it from then on, tells the
 * provider.
 */
async function dropSubscription(phone: AppContext): Promise<void> {
  if (readPushDevice() === null) return
  dropPushDevice()
  phone.inBackground(applyQuietNights(phone.dbs, false, phone.clock.now()))
  await withPatience(phone, 'not unsubscribed', unsubscribe())
}

/** For a driver who leaves this phone: also takes their notifications off the lock screen. */
export async function dropPush(phone: AppContext = appContext): Promise<void> {
  await withPatience(phone, 'notifications not closed', closeNotifications())
  await dropSubscription(phone)
}

/** Stops notifications on this phone at once; tells the provider if it can be reached. */
export async function turnOffPush(phone: AppContext = appContext): Promise<Result<null, ActionError>> {
  const device = readPushDevice()
  await dropSubscription(phone)
  if (device === null) return ok(null)
  const forget = () => attemptAsUser(phone, () => deletePushDevice(phone.client, device.id))
  phone.inBackground(phone.locks.run(LOCKS.push, forget, { onTimeout: 'take_over' }))
  return ok(null)
}
