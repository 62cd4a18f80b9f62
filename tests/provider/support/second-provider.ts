import { buildApp } from '../../../provider/app.ts'
import { keepAccessKeys } from '../../../provider/services/access-keys.ts'
import { createPool } from '../../../provider/db/pool.ts'
import { createDatabase } from '../../../provider/db/transaction.ts'
import { createSqlStore } from '../../../provider/repositories/store.ts'
import { createAccessTokens } from '../../../provider/rules/tokens.ts'
import { createPassSigner } from '../../../provider/services/pass-signer.ts'
import { silentLog } from '../../../src/lib/log.ts'
import type { RequestOptions, TestProvider } from './test-provider.ts'

export interface SecondProvider {
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  close(): Promise<void>
}

/**
 * Starts another process of the same provider, which shares only the database, its clock and its mailbox with the
 * first.
 */
export async function startSecondProvider(first: TestProvider): Promise<SecondProvider> {
  const db = createDatabase(createPool(first.database.url, { max: 4, log: silentLog }))
  const { clock } = first
  const app = buildApp({
    ...first.deps,
    ...{ db, store: createSqlStore(db), signer: await createPassSigner(db) },
    tokens: createAccessTokens({ clock, keys: keepAccessKeys(db, clock) }),
  })
  return {
    request: async (method, path, { body, token, key, headers: given } = {}) => {
      const headers = new Headers(given)
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      if (key !== undefined) headers.set('idempotency-key', key)
      if (body === undefined) return app.request(path, { method, headers })
      headers.set('content-type', 'application/json')
      return app.request(path, { method, headers, body: JSON.stringify(body) })
    },
    close: () => db.close(),
  }
}
