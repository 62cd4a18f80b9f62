import { directionsHref } from '../src/config/directions.ts'
import { routes } from '../src/config/routes.ts'
import type { BookingPush, PushMessage } from '../src/contract/push.ts'

/** As browsers take it; TypeScript's own type leaves out what not all of them have. */
export interface Shown extends NotificationOptions {
  readonly title: string
  readonly renotify?: boolean
  readonly timestamp?: number
  readonly actions?: BookingPush['actions']
  readonly data: PushMessage | null
}

/** Browsers show a text of their own, and in the end forbid pushes, where a push shows nothing. */
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

/** The provider wrote the texts in the driver's language; `browserLanguage` is for what cannot be read. */
export function toShown(text: string | undefined, browserLanguage: string): Shown {
  const message = parse(text)
  if (!isMessage(message)) {
    const language = browserLanguage.startsWith('fr') ? 'fr' : 'en'
    return { title: 'Baywise', body: UNREADABLE[language], lang: language, icon: ICON, tag: 'news', data: null }
  }
  const { title, body, tag, silent, language, sent_at: sentAt } = message
  return {
    ...{ title, body, tag, silent, lang: language, icon: ICON, data: message },
    // The second reminder takes the place of the first, and is heard. Silent and heard together are refused by browsers.
    renotify: !silent,
    timestamp: Date.parse(sentAt),
    ...('actions' in message ? { actions: message.actions } : {}),
  }
}

const isEnding = ({ kind }: BookingPush): boolean => kind === 'ends_in_30' || kind === 'ends_in_10'

/** Where a tap leads: a path of the app, or the way to the park outside of it. */
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
