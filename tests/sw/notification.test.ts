import { expect, test } from 'vitest'
import type { BookingPush, WalletPush } from '../../src/contract/push.ts'
import { placeOf, toShown } from '../../sw/notification.ts'

const message: BookingPush = {
  v: 1,
  kind: 'ends_in_30',
  language: 'fr',
  title: 'Plus que 30 minutes : jusqu’à 17 h 30',
  body: 'CKTB482, Green P Carpark 58. Prolongez maintenant s’il vous faut plus de temps.',
  tag: 'ends:0193',
  silent: false,
  actions: [
    { action: 'extend', title: 'Prolonger' },
    { action: 'directions', title: 'Itinéraire' },
  ],
  booking_id: '01930000-0000-7000-8000-000000000001',
  booking_code: 'K7QM-4T2P',
  park: { id: 7, slug: 'x', name: 'Green P Carpark 58', lat: 43.67, lng: -79.39, timezone: 'America/Toronto' },
  end_time: '2026-11-21T22:30:00Z',
  refund: null,
  sent_at: '2026-11-21T22:00:00Z',
}

const walletNews: WalletPush = {
  v: 1,
  kind: 'auto_top_up_off',
  language: 'fr',
  title: 'Recharge automatique (CAD) désactivée',
  body: 'Votre carte enregistrée a été refusée deux fois de suite.',
  tag: 'auto_top_up_off:CAD',
  silent: false,
  currency: 'CAD',
  sent_at: '2026-11-21T22:00:00Z',
}

test('news of a wallet are shown like those of a booking, with nothing to choose from', () => {
  const shown = toShown(JSON.stringify(walletNews), 'en-GB')
  expect(shown).toMatchObject({ title: walletNews.title, body: walletNews.body, lang: 'fr', tag: walletNews.tag })
  expect(shown).not.toHaveProperty('actions')
})

test('a reminder of a document leads to the documents', () => {
  const { currency: _currency, ...rest } = walletNews
  const reminder = { ...rest, kind: 'document', tag: 'licence:0193' } as const
  expect(toShown(JSON.stringify(reminder), 'en-GB')).toMatchObject({ title: rest.title, data: reminder })
  expect(placeOf(reminder, '')).toBe('/vehicle-docs-renewal')
})

test('a notification says what the provider wrote, whatever language the browser has', () => {
  const shown = toShown(JSON.stringify(message), 'en-GB')
  expect(shown).toMatchObject({ title: message.title, body: message.body, lang: 'fr', actions: message.actions })
})

test('a second reminder is heard in the place of the first; at night neither is', () => {
  expect(toShown(JSON.stringify(message), 'fr')).toMatchObject({ tag: 'ends:0193', silent: false, renotify: true })
  const night = toShown(JSON.stringify({ ...message, silent: true }), 'fr')
  // Browsers throw if both are set.
  expect(night).toMatchObject({ silent: true, renotify: false })
})

test.each([undefined, '', 'null', '[]', '{"title":1', '{"v":9}'])(
  'a push that cannot be read still shows something, in the language of the browser: %s',
  (text) => {
    expect(toShown(text, 'fr-CA')).toMatchObject({ title: 'Baywise', lang: 'fr', data: null })
    expect(toShown(text, 'de')).toMatchObject({ title: 'Baywise', lang: 'en', data: null })
  },
)

test.each([
  ['the reminder itself', { tapped: message, action: '' }, '/booking-details/K7QM-4T2P/pass'],
  ['Extend', { tapped: message, action: 'extend' }, '/booking-details/K7QM-4T2P?extend'],
  [
    'Directions',
    { tapped: message, action: 'directions' },
    'https://www.openstreetmap.org/directions?to=43.670000%2C-79.390000',
  ],
  ['a cancellation', { tapped: { ...message, kind: 'refunded' as const }, action: '' }, '/booking-details/K7QM-4T2P'],
  ['news of the wallet', { tapped: walletNews, action: '' }, '/wallet'],
  ['what could not be read', { tapped: null, action: '' }, '/bookings'],
])('a tap on %s opens the right place', (_, { tapped, action }, place) => {
  expect(placeOf(tapped, action)).toBe(place)
})
