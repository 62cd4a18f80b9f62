import { directionsHref } from '../src/config/directions.ts'
import { routes } from '../src/config/routes.ts'
import type { BookingPush, PushMessage } from '../src/contract/push.ts'

/** Options that browsers accept; TypeScript's own type omits those that not all of them support. */
export interface Shown extends NotificationOptions {
  readonly title: string
  readonly renotify?: boolean
  readonly timestamp?: number
  readonly actions?: BookingPush['actions']
  readonly data: PushMessage | null
}

/**
 * Shown for an unreadable push: when a push shows nothing, browsers show a text of their own, and eventually revoke the
 * permission.
 */
const UNREADABLE = {
  en: 'There is news of a booking. Open the app to see it.',
  fr: 'Il y a du nouveau sur une réservation. Ouvrez l’application pour le voir.',
} as const

const ICON = '/icons/icon-192.png'

function isMessage(value: unknown): value is PushMessage {
  if (typeof value !== 'object' || value === null || !('title' in value)) return false
  return ('booking_code' in value && 'park' in value) || 'kind' in value
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown
  } catch {
    return undefined
  }
}

/** The provider writes the texts in the driver's language; `browserLanguage` is used for an unreadable message. */
export function toShown(text: string | undefined, browserLanguage: string): Shown {
  const message = parse(text)
  if (!isMessage(message)) {
    const language = browserLanguage.startsWith('fr') ? 'fr' : 'en'
    return { title: 'Baywise', body: UNREADABLE[language], lang: language, icon: ICON, tag: 'news', data: null }
  }
  const { title, body, tag, silent, language, sent_at: sentAt } = message
  return {
    ...{ title, body, tag, silent, lang: language, icon: ICON, data: message },
    // The second reminder replaces the first, and alerts again. Browsers reject a notification that is both silent and
    // `renotify`.
    renotify: !silent,
    timestamp: Date.parse(sentAt),
    ...('actions' in message ? { actions: message.actions } : {}),
  }
}

const isEnding = ({ kind }: BookingPush): boolean => kind === 'ends_in_30' || kind === 'ends_in_10'

/** Returns where a tap leads: a path of the app, or directions to the car park outside it. */
export function placeOf(message: PushMessage | null, action: string): string {
  if (message === null) return routes.bookings.href()
  if ('currency' in message) return message.kind === 'plan' ? routes.plans.href() : routes.wallet.href()
  if (!('park' in message)) return routes.vehicleDocs.href()
  const { booking_code: code, park } = message
  if (action === 'extend') return routes.booking.href(code, 'extend')
  if (action === 'directions' && park.lat !== null && park.lng !== null) {
    return directionsHref(park.lat, park.lng)
  }
  return isEnding(message) ? routes.pass.href(code) : routes.booking.href(code)
}
