/**
 * What a guest's token opens: their own bookings with passes, payments and receipts, what a phone needs to keep them true, and the way to an
 * account. Everything else is for accounts; a route that is not named here is closed to guests until somebody names it.
 */
const OPEN: ReadonlyArray<readonly [methods: string, route: RegExp]> = [
  // What guests would say of a car park has no name to it, and guests are made by the dozen.
  ['GET POST PUT', /^\/api\/v1\/bookings(?!\/:id\/review$)(\/|$)/],
  // A guest whose space is taken says so as others do: about their own booking alone, see the route.
  ['POST', /^\/api\/v1\/parks\/:park\/problems$/],
  // What anybody may.
  ['POST', /^\/api\/v1\/contact$/],
  ['GET', /^\/api\/v1\/payments(\/:reference)?$/],
  ['POST', /^\/api\/create-payment-intent$/],
  ['POST', /^\/api\/v1\/wallet\/verify-payment$/],
  // For what a stay of theirs costs more by being extended or overstayed, and for nothing else: see services/top-ups.
  ['POST', /^\/api\/v1\/wallet\/add-funds$/],
  // Where the refund of a booking goes, and what another is then paid from.
  ['GET', /^\/api\/v1\/wallet(\/transactions)?$/],
  ['GET', /^\/api\/v1\/receipts\/:number$/],
  ['GET DELETE', /^\/api\/v1\/requests\/:key$/],
  ['GET POST DELETE', /^\/api\/v1\/push\/subscriptions(\/:id)?$/],
  ['POST', /^\/api\/v1\/front\/guest\/keep$/],
]

const CONFIRM = '/api/v1/front/guest/keep/confirm'

/** `route` is the pattern that the router matched, so that no spelling of an address passes for another. */
export const isOpenToGuest = (method: string, route: string): boolean =>
  (method === 'POST' && route === CONFIRM) ||
  OPEN.some(([methods, pattern]) => methods.split(' ').includes(method) && pattern.test(route))

/** Once the bookings are in an account, their former guest may only learn what the lost answer said. */
export const isOpenToMoved = (method: string, route: string): boolean => method === 'POST' && route === CONFIRM
