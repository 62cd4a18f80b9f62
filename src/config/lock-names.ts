/** Name prefixes of the Web Locks that pages and the worker share. */
export const LOCKS = {
  /** Held while one driver's outbox is sent; followed by the driver's hash. */
  drain: 'baywise-drain-',
  /** Held while an online-only request is stored and sent; followed by the subject of the request. */
  request: 'baywise-request-',
  /** Held while this phone's push settings are sent, so that the provider receives the latest setting last. */
  push: 'baywise-push',
  /** Held while an attendant's phone sends or renews its list. */
  attendant: 'baywise-attendant',
  /** Held in shared mode by every tab that an update would interrupt. */
  busy: 'baywise-busy',
} as const
