/** Request timeout for headers and body together, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 15_000
/** Probe timeout: how long a driver may see "Checking". */
export const PROBE_TIMEOUT_MS = 4_000
/** A probe answered later than this marks the connection as slow. */
export const SLOW_ANSWER_MS = 2_500
/** Minimum interval between probes of an idle app. */
export const IDLE_PROBE_MS = 60_000
/** A success within this time makes a probe before a write unnecessary. */
export const PROBE_VALID_MS = 20_000
/** How long sign-out waits for the provider; the phone's data is already cleared by then. */
export const SIGN_OUT_TIMEOUT_MS = 3_000
/** Maximum number of commands waiting in the outbox. */
export const OUTBOX_CAP = 200
/** Maximum number of entries and exits waiting on an attendant's phone: days at a busy gate without signal. */
export const CHECK_IN_CAP = 5_000
/** How long an attendant's phone keeps entries and exits that the provider already has, in milliseconds. */
export const CHECK_IN_KEPT_MS = 7 * 86_400_000
/** How long an online driver waits for an answer before the command is shown as waiting. */
export const ANSWER_PATIENCE_MS = 4_000
/** Delays before the same idempotency key is sent again after a lost answer, in milliseconds. */
export const RESEND_WAITS_MS: readonly number[] = [800, 2_500]
/** Largest page size of the provider's lists. */
export const PAGE_SIZE = 100
/** Tiles within this distance of a searched position are loaded in full, in metres. */
export const TILE_RADIUS_METRES = 5_000
/** Pages of parks that one text search adds to the mirror. */
export const SEARCH_PAGES = 2
/** Pages of transactions kept: the wallet shows the latest; the export has all of them. */
export const TRANSACTION_PAGES = 5
/** Timeouts for one IP geolocation service, and for all of them together. */
export const GEO_SERVICE_TIMEOUT_MS = 5_000
export const GEO_TIMEOUT_MS = 10_000
/** Delay between closing a dropdown and changing the page. */
export const MENU_DELAY_MS = 100
/** How often a country's list of states is refreshed. */
export const STATES_VALID_MS = 86_400_000
/** How long the country found for an IP address stays valid. */
export const GEO_CACHE_MS = 3_600_000
/** Reading stops at this size; genuine answers of the provider are shorter. */
export const MAXIMUM_ANSWER_BYTES = 8_000_000
/** Maximum pages read of one list; more indicates a broken answer. */
export const MAXIMUM_PAGES = 100
