import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import type { ProviderConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail/create-mailer.ts'
import type { Store } from '../repositories/store.ts'
import type { PassSigner } from './pass-signer.ts'
import type { AccessTokens } from '../rules/tokens.ts'

/** The dependencies of every route; tests supply their own clock and database, the simulator no database at all. */
export interface ProviderDeps {
  /** Plain SQL: accounts, mails, jobs, health. */
  readonly db: Database
  /** Rows of bookings, vehicles, parks, wallets and sessions. */
  readonly store: Store
  readonly clock: Clock
  /** Unpredictable, 0 to below 1: the source of ids and codes. */
  readonly random: () => number
  /** 256 unpredictable bits, base64url. */
  readonly makeSecret: () => string
  readonly tokens: AccessTokens
  readonly config: ProviderConfig
  readonly mailer: Mailer
  readonly signer: PassSigner
  readonly log: Log
}
