/** Longest wait for an answer, headers and body together, milliseconds. */
export const REQUEST_TIMEOUT_MS = 15_000
/** Longest wait for the probe: a driver looks at "Checking" no longer. */
export const PROBE_TIMEOUT_MS = 4_000
/** An answer to the probe later than this counts as a slow connection. */
export const SLOW_ANSWER_MS = 2_500
/** An idle app wakes the network at most this often. */
export const IDLE_PROBE_MS = 60_000
/** A success this recent needs no probe before a write. */
export const PROBE_VALID_MS = 20_000
/** Sign-out waits no longer for the provider: the phone is already clean. */
export const SIGN_OUT_TIMEOUT_MS = 3_000
/** Commands that may wait in the outbox. */
export const OUTBOX_CAP = 200
/** Entries and exits that may wait on an attendant's phone: days at a busy gate with no signal. */
export const CHECK_IN_CAP = 5_000
/** How long an attendant's phone keeps what the provider has, milliseconds. */
export const CHECK_IN_KEPT_MS = 7 * 86_400_000
/** How long an online driver is kept waiting for the answer to what they asked for, before it is said to wait. */
export const ANSWER_PATIENCE_MS = 4_000
/** Waits before the same key is sent again after a lost answer, milliseconds. */
export const RESEND_WAITS_MS: readonly number[] = [800, 2_500]
/** The most that a list of the provider gives in one page. */
export const PAGE_SIZE = 100
/** Tiles this near to a searched position come whole, metres. */
export const TILE_RADIUS_METRES = 5_000
/** Pages of parks that one text search brings into the mirror. */
export const SEARCH_PAGES = 2
/** Pages of transactions kept: the wallet shows the latest, the export has them all. */
export const TRANSACTION_PAGES = 5
/** Longest wait for one service that tells the country of an address, and for all of them together. */
export const GEO_SERVICE_TIMEOUT_MS = 5_000
export const GEO_TIMEOUT_MS = 10_000
/** A dropdown closes, then the page changes. */
export const MENU_DELAY_MS = 100
/** How often the list of states of a country is asked for anew. */
export const STATES_VALID_MS = 86_400_000
/** How long the answer to "which country is this address in" is believed. */
export const GEO_CACHE_MS = 3_600_000
/** No answer of the provider is this long; a longer one is not read to its end. */
export const MAXIMUM_ANSWER_BYTES = 8_000_000
/** Pages of one list that are believed: more is a broken answer, not a busy driver. */
export const MAXIMUM_PAGES = 100
