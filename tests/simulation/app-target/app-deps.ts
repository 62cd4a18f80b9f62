import { readConfig } from '../../../provider/config.ts'
import type { Database } from '../../../provider/db/database.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { createSqlStore } from '../../../provider/repositories/store.ts'
import { makeSecret } from '../../../provider/rules/tokens.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { systemRandom } from '../../../src/lib/random.ts'
import { createStillTokens, stillSigner } from '../rules-target/deterministic-crypto.ts'

/** The app's dependencies, except those that each seed has for itself: clock, randomness, tokens. */
export function createAppDeps(db: Database): ProviderDeps {
  const clock = { now: () => 0 }
  return {
    db,
    store: createSqlStore(db),
    clock,
    random: systemRandom,
    makeSecret,
    tokens: createStillTokens(clock),
    config: {
      ...readConfig({ SANDBOX: '1', DIST_DIR: '/nonexistent', PUBLIC_URL: 'http://localhost' }),
      requestsPerMinute: { perAddress: 0, perUser: 0 },
      checkAnswers: true,
    },
    mailer: { send: () => Promise.resolve() },
    signer: stillSigner,
    log: silentLog,
  }
}
