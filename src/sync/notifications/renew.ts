import { getPushKey, putPushDevice } from '../../api/notifications.ts'
import { readQuietNights } from '../../db/read/quiet-hours.ts'
import { findSession } from '../../db/read/session.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { type AppContext, appContext } from '../app-context.ts'
import { subscribe, toDeviceBody } from './subscribe.ts'

async function subscribeAnew(push: PushManager, { client, timers }: AppContext): Promise<PushSubscription | undefined> {
  const key = await getPushKey(client)
  const subscribed = key.ok ? await subscribe(push, key.value, timers) : undefined
  return subscribed?.ok === true ? subscribed.value : undefined
}

/** Handles the worker's `pushsubscriptionchange`: the push service has given this device another address, or none. */
export async function renewSubscription(
  push: PushManager,
  given: PushSubscription | null,
  phone: AppContext = appContext,
): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return
  const subscription = given ?? (await subscribeAnew(push, phone))
  if (subscription === undefined) return
  const { language } = session.user
  const body = toDeviceBody(subscription, { language, zone: phoneZone(), quiet: await readQuietNights(phone.dbs) })
  const told = body === undefined ? undefined : await putPushDevice(phone.client, body)
  if (told?.ok !== true) phone.log.warn('a renewed push subscription was not told')
}
