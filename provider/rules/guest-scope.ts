/**
 * The routes open to a guest's token: their own bookings with passes, payments and receipts, whatever a phone needs to
 * keep those current, and the upgrade to an account. Everything else needs an account; a route not listed here is
 * closed to guests.
 */
const OPEN: ReadonlyArray<readonly [methods: string, route: RegExp]> = [
  // No reviews: a guest's review would have no name behind it, and anyone can create dozens of guests.
  ['GET POST PUT', /^\/api\/v1\/bookings(?!\/:id\/review$)(\/|$)/],
  // A guest whose space is taken can report it as others do, but only for their own booking; see the route.
  ['POST', /^\/api\/v1\/parks\/:park\/problems$/],
  // Open to everyone.
  ['POST', /^\/api\/v1\/contact$/],
  ['GET', /^\/api\/v1\/payments(\/:reference)?$/],
  ['POST', /^\/api\/create-payment-intent$/],
  ['POST', /^\/api\/v1\/wallet\/verify-payment$/],
  // Only for the extra cost of extending or overstaying one of their stays: see services/top-ups.
  ['POST', /^\/api\/v1\/wallet\/add-funds$/],
  // The wallet receives the refund of a booking and can pay for another.
  ['GET', /^\/api\/v1\/wallet(\/transactions)?$/],
  ['GET', /^\/api\/v1\/receipts\/:number$/],
  ['GET DELETE', /^\/api\/v1\/requests\/:key$/],
  ['GET POST DELETE', /^\/api\/v1\/push\/subscriptions(\/:id)?$/],
  ['POST', /^\/api\/v1\/front\/guest\/keep$/],
]

const CONFIRM = '/api/v1/front/guest/keep/confirm'

/** `route` is the pattern that the router matched, so no variant spelling of a path can bypass the list. */
export const isOpenToGuest = (method: string, route: string): boolean =>
  (method === 'POST' && route === CONFIRM) ||
  OPEN.some(([methods, pattern]) => methods.split(' ').includes(method) && pattern.test(route))

/**
 * Once the bookings belong to an account, their former guest may only repeat the confirmation, to recover a lost
 * answer.
 */
export const isOpenToMoved = (method: string, route: string): boolean => method === 'POST' && route === CONFIRM
