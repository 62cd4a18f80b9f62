import { expect } from 'vitest'
import type { Store } from '../../../provider/repositories/store.ts'
import type { BookingId, ParkId, UserId } from '../../../src/domain/ids.ts'
import { type Instant, toInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { startTestProvider, type TestProvider } from '../../provider/support/test-provider.ts'
import type { MoreOfTariff, SeedSetup } from '../target.ts'
import { createRandom } from '../world/random.ts'
import { byText } from './memory.ts'
import { buildRulesApp } from './rules-app.ts'
import { createPairing } from '../../../provider/services/pairing.ts'
import { runJobs } from './jobs.ts'
import { openRulesSeed, type RulesSeed } from './rules-target.ts'
import { BOOKING_COLUMNS, type LedgerLine, openSqlSeed, type SqlSeed } from './sql-seed.ts'
import { createStillTokens } from './deterministic-crypto.ts'
import { startFamily } from './user-rows.ts'

export const START = Date.parse('2026-11-23T12:00:00Z')

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  /** Number of the requesting driver, from 0; undefined when nobody is signed in. */
  readonly as?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Token of an attendant's phone, instead of a driver's. */
  readonly bearer?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: unknown
}

const COMPARED = [
  ...['content-type', 'content-language', 'idempotency-key', 'idempotent-replayed', 'retry-after', 'www-authenticate'],
  ...['cache-control', 'content-security-policy'],
]

/** Ids of ledger entries: the database skips some after a refusal, which their order does not show. */
const ENTRY_ID = /^\d{1,9}$/
/** Also masks signatures: they cover the bytes of an answer, in which a jsonb column orders its own keys. */
const withoutEntryIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (name === 'signature') return 'signed'
    return name === 'id' && typeof inner === 'string' && ENTRY_ID.test(inner) ? 'entry' : inner
  })

async function read(answer: Response): Promise<Answered> {
  const text = await answer.text()
  const headers = Object.fromEntries(COMPARED.map((name) => [name, answer.headers.get(name)]))
  return { status: answer.status, headers, body: text === '' ? null : withoutEntryIds(JSON.parse(text)) }
}

function ledgerOf({ memory }: RulesSeed): readonly LedgerLine[] {
  return memory.postings
    .all()
    .flatMap(({ key, kind, entries }) =>
      entries
        .toSorted((a, b) => byText(a.account, b.account))
        .map(({ account, amountMinor, balanceAfter }) => ({ key, kind, account, amountMinor, balanceAfter })),
    )
}

const keysOf = ({ memory }: RulesSeed): readonly string[] =>
  memory.keys
    .all()
    .map(
      ({ scope, key, fingerprint, status, withdrawn }) =>
        `${scope} ${key} ${fingerprint} ${String(status)} ${String(withdrawn)}`,
    )
    .toSorted()

const bookingsOf = ({ memory }: RulesSeed): readonly object[] =>
  memory.bookings
    .all()
    .toSorted((a, b) => byText(a.booking_id, b.booking_id))
    .map((row) => Object.fromEntries(BOOKING_COLUMNS.map((name) => [name, row[name]])))

/** One seed over memory and over PostgreSQL: each request goes to both, and their answers must be the same. */
export class Both {
  readonly #clock: { now: Instant }
  readonly #provider: TestProvider
  readonly #rules: RulesSeed
  readonly #sql: SqlSeed
  readonly #sessions = new Map<number, string>()
  #asked = 0

  private constructor(parts: {
    readonly clock: { now: Instant }
    readonly provider: TestProvider
    readonly rules: RulesSeed
    readonly sql: SqlSeed
  }) {
    this.#clock = parts.clock
    this.#provider = parts.provider
    this.#rules = parts.rules
    this.#sql = parts.sql
  }

  static async open(seed: number, changes: Partial<SeedSetup> = {}): Promise<Both> {
    const clock = { now: toInstant(START) }
    // A separate stream of the same seed for each: an extra or missing draw shows in the ids that follow.
    const setupOf = (): SeedSetup => {
      const stream = createRandom(seed)
      const random = (): number => stream.next()
      return { seed, users: 2, capacities: [1, 3], balanceMinor: 10_000, now: () => clock.now, random, ...changes }
    }
    const provider = await startTestProvider()
    const rules = openRulesSeed(buildRulesApp({ checkAnswers: true, publicUrl: 'http://localhost:4173' }), setupOf())
    return new Both({ clock, provider, rules, sql: await openSqlSeed(provider, setupOf()) })
  }

  get nowMs(): number {
    return this.#clock.now
  }

  advance(ms: number): void {
    this.#clock.now = toInstant(this.#clock.now + ms)
  }

  userId(number: number): UserId {
    return must(this.#rules.server.users[number], 'driver').id
  }

  async #toRequest({ method, path, body, key, as, bearer, headers: given }: Asked): Promise<() => Request> {
    const headers = new Headers(given)
    if (as !== undefined) {
      const token = await createStillTokens({ now: () => this.#clock.now }).sign(
        this.userId(as),
        await this.#standing(as),
      )
      headers.set('authorization', `Bearer ${token}`)
    }
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
    if (key !== undefined) headers.set('idempotency-key', key)
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = { method, headers, ...(body === undefined ? {} : { body: text }) }
    return () => new Request(`http://localhost:4173${path.startsWith('/sandbox/') ? path : `/api/v1${path}`}`, init)
  }

  get stores(): readonly Store[] {
    return [this.#rules.store, this.#sql.store]
  }

  /** Returns the answer that both gave. */
  async ask(asked: Asked): Promise<Answered> {
    this.#asked += 1
    const toRequest = await this.#toRequest(asked)
    const memory = await read(await this.#rules.server.fetch(toRequest()))
    const postgres = await read(await this.#sql.fetch(toRequest()))
    expect(memory, `answer ${String(this.#asked)}: ${JSON.stringify(asked)}`).toEqual(postgres)
    return memory
  }

  async raiseTariff(parkId: ParkId, unitPriceMinor: number, more: MoreOfTariff = {}): Promise<void> {
    await this.#rules.server.raiseTariff(parkId, unitPriceMinor, more)
    await this.#sql.raiseTariff(parkId, unitPriceMinor, more)
  }

  async setBalance(number: number, balanceMinor: number): Promise<void> {
    await this.#rules.server.setBalance(this.userId(number), balanceMinor)
    await this.#sql.setBalance(this.userId(number), balanceMinor)
  }

  async setDisabled(number: number, isDisabled: boolean): Promise<void> {
    await this.#rules.server.setDisabled(this.userId(number), isDisabled)
    await this.#sql.setDisabled(this.userId(number), isDisabled)
  }

  /** Holds the booking's space until then, as during a payment at a gateway. */
  async holdUntil(bookingId: BookingId, untilMs: number): Promise<void> {
    this.#rules.memory.bookings.update(bookingId, { hold_until: toInstant(untilMs) })
    await this.#sql.holdUntil(bookingId, untilMs)
  }

  /** Runs one round of jobs on both sides. */
  async runJobs(): Promise<void> {
    await this.#rules.server.runJobs()
    await runJobs(this.#sql.deps)
  }

  /** Returns the pairing code, which must be the same on both sides. */
  async makePairing(parkCodes: readonly string[]): Promise<string> {
    const ids = parkCodes.map(
      (code) =>
        must(
          this.#rules.memory.parks.all().find((park) => park.code === code),
          code,
        ).id,
    )
    const [memory, postgres] = [
      await this.#rules.server.makePairing(ids),
      await createPairing(this.#sql.deps, parkCodes),
    ]
    expect(postgres).toMatchObject({ ok: true, value: { code: memory } })
    return memory
  }

  parkCode(number: number): string {
    return must(this.#rules.server.parks[number - 1], 'park').code
  }

  /** Starts a session as a sign-in does; returns its refresh token. */
  async startSession(number: number): Promise<string> {
    return (await this.#signIn(number)).token
  }

  async #signIn(number: number): Promise<{ readonly familyId: string; readonly token: string }> {
    const [userId, familyId, nowMs] = [this.userId(number), uuid7(this.nowMs), this.nowMs]
    const token = `refresh-${familyId}`
    startFamily(this.#rules.memory, userId, { familyId, token, nowMs })
    await this.#sql.startSession({ userId, familyId, token, nowMs })
    return { familyId, token }
  }

  /** Returns the session for a driver's requests, signing in the first time. */
  async #standing(number: number): Promise<string> {
    const familyId = this.#sessions.get(number) ?? (await this.#signIn(number)).familyId
    this.#sessions.set(number, familyId)
    return familyId
  }

  /** Expects every ledger line, stored key and booking to be the same on both sides. */
  async compareRows(): Promise<void> {
    expect(ledgerOf(this.#rules)).toEqual(await this.#sql.ledger())
    expect(keysOf(this.#rules)).toEqual(await this.#sql.keys())
    expect(bookingsOf(this.#rules)).toEqual(await this.#sql.bookings())
  }

  close(): Promise<void> {
    return this.#provider.close()
  }
}
