import type { Clock } from '../src/lib/clock.ts'
import type { Log } from '../src/lib/log.ts'
import type { ProviderConfig } from './config.ts'
import type { Database } from './db/database.ts'
import type { PassSigner } from './rules/pass-signer.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** One-time code in the mail, listed by the sandbox mailbox. */
  readonly code?: string
}

export interface Mailer {
  /** Resolves when the mail was handed over; throws when it was not. */
  send(mail: Mail): Promise<void>
}

/** What every route is built from; tests give a clock of their own and a database of their own. */
export interface ProviderDeps {
  readonly db: Database
  readonly clock: Clock
  readonly config: ProviderConfig
  readonly mailer: Mailer
  readonly signer: PassSigner
  readonly log: Log
}
