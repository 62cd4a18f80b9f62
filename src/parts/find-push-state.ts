import { readPushDevice } from '../lib/push-device.ts'

/**
 * The state of notifications according to this browser; the provider is not asked. `not_installed`: iOS supports them
 * only for apps on the home screen. `lost`: they were on, but the browser has dropped the subscription since.
 */
export type PushState = 'unsupported' | 'not_installed' | 'denied' | 'off' | 'lost' | 'on'

/** An iPad identifies itself as a Mac, but with touch points. */
const isIos = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

export async function findPushState(): Promise<PushState> {
  if (!('PushManager' in window) || !('Notification' in window) || !('serviceWorker' in navigator)) {
    return isIos(navigator) ? 'not_installed' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return 'unsupported'
  const subscription = await registration.pushManager.getSubscription()
  const isKnown = readPushDevice() !== null
  if (subscription === null || Notification.permission !== 'granted') return isKnown ? 'lost' : 'off'
  return isKnown ? 'on' : 'off'
}
