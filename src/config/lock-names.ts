/** Web Locks that pages and the worker share, by the beginning of their names. */
export const LOCKS = {
  /** Held while one driver's outbox is sent; the driver's hash follows. */
  drain: 'baywise-drain-',
  /** Held while a request that needs an answer now is stored and sent; what it is about follows. */
  request: 'baywise-request-',
  /** Held while the provider is told of this phone's notifications, so that what was said last is what it hears last. */
  push: 'baywise-push',
  /** Held while an attendant's phone sends or renews its list. */
  attendant: 'baywise-attendant',
  /** Held, shared, by every tab in which an update would be in the way. */
  busy: 'baywise-busy',
} as const
