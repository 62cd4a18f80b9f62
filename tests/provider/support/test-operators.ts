import { KEY_SCOPES, type OperatorScope } from '../../../src/contract/operator.ts'
import { must } from '../../../src/lib/assert.ts'
import { makeOperatorKey } from '../../../provider/services/operators.ts'
import { newKey } from './test-driver.ts'
import { insertTestPark } from './test-parks.ts'
import type { TestProvider } from './test-provider.ts'

export interface TestKey {
  readonly key: string
  readonly keyId: string
}

/** Creates a key, by default with all scopes, for all car parks, without expiry. */
export async function makeTestKey(
  provider: TestProvider,
  {
    parkCodes = [],
    scopes = parkCodes.length === 0 ? KEY_SCOPES : ['events', 'shop', 'orders', 'plans', 'audit'],
    expiresMs = null,
  }: {
    readonly scopes?: readonly OperatorScope[]
    readonly parkCodes?: readonly string[]
    readonly expiresMs?: number | null
  } = {},
): Promise<TestKey> {
  const wish = { name: 'Test office', scopes, parkCodes, expiresMs, nowMs: provider.clock.now() }
  const made = await makeOperatorKey(provider.deps.db, wish)
  if (!made.ok) throw new Error(`No key: ${made.error.words}`)
  return made.value
}

export interface OperatorRequest {
  readonly body?: unknown
  readonly key?: string
  readonly peer?: string
}

/** Sends a request as an operator's own system does. */
export const operate = (
  provider: TestProvider,
  { key: token }: Pick<TestKey, 'key'>,
  [method, path, request = {}]: readonly [method: string, path: string, request?: OperatorRequest],
): Promise<Response> => provider.request(method, `/api/v1/operator${path}`, { token, key: newKey(), ...request })

export async function mustOperate<T>(...asked: Parameters<typeof operate>): Promise<T> {
  const answer = await operate(...asked)
  if (!answer.ok) throw new Error(`${asked[2][0]} ${asked[2][1]}: ${String(answer.status)} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Returns the recorded actions and their subjects, newest first. */
export async function listNoted(provider: TestProvider, { keyId }: Pick<TestKey, 'keyId'>): Promise<readonly string[]> {
  const rows = await provider.deps.db.query<{ action: string; subject: string }>(
    'select action, subject from operator_changes where key_id = $1 order by change_id desc',
    [keyId],
  )
  return rows.map(({ action, subject }) => `${action} ${subject}`)
}

export interface CodedPark {
  readonly id: number
  readonly code: string
}

export async function insertCodedPark(provider: TestProvider, capacity = 10): Promise<CodedPark> {
  const { id } = await insertTestPark(provider.deps.db, { capacity })
  const [row] = await provider.deps.db.query<CodedPark>('select id, code from parks where id = $1', [id])
  return must(row, 'park')
}
