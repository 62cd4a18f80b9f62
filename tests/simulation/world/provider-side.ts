import { DEFAULT_REFUND_POLICY } from '../../../src/domain/cancellation.ts'
import { policyToCarry, REFUND_POLICY_NAMES } from '../../../src/domain/refund-policies.ts'
import type { RefundPolicy } from '../../../src/domain/tariff-types.ts'
import { checkPolicies } from '../oracle/policy-rules.ts'
import {
  type Handling,
  SERVICE_MINOR,
  type SeedServer,
  type ServerState,
  type Snapshot,
  UNIT_PRICE_MINOR,
} from '../target.ts'
import type { RenewalStage } from '../../../src/domain/document-kinds.ts'
import type { EventDetail } from '../../../src/contract/events.ts'
import { must } from '../../../src/lib/assert.ts'
import { type Busy, createJournal, type Journal } from '../oracle/journal.ts'
import { bookOf, checkServer, paidBy } from '../oracle/server-rules.ts'
import { type Parcel, toParcel } from './answers.ts'
import type { Random } from './random.ts'
import type { Tasks } from './tasks.ts'
import type { Timeline } from './timeline.ts'

/** The provider as the world drives it: one request at a time, with each write inspected before and after. */
export interface ProviderSide {
  readonly server: SeedServer
  readonly journal: Journal
  readonly state: () => ServerState
  /** The driver an access token was issued to; `device:` and its id for an attendant's phone. */
  readonly tokenUser: (token: string) => string | undefined
  /** Present price of a stay at the park, in minor units. */
  readonly priceOf: (parkIndex: number, minutes: number) => number
  readonly tariffVersion: (parkIndex: number) => string
  isDown: boolean
  /** How long the next write takes after claiming its key; until then its twins are in progress. */
  thinkMs: () => number
  /** Answers at once, without thinking time. */
  deliver(request: Request): Promise<Parcel>
  /** Accepts a request; calls `answer` when the provider has finished it. */
  receive(request: Request, answer: (parcel: Parcel) => void): Promise<void>
  /** Acts on the sandbox gateway's page as the driver does; the gateway then notifies the provider. */
  pay(reference: string, outcome: GatewayOutcome): Promise<void>
  /** Creates a one-time code for an attendant's phone that may act for these parks. */
  makePairing(...parkIndexes: readonly number[]): Promise<string>
  signIn(userIndex: number): ReturnType<SeedServer['signIn']>
  raiseTariff(parkIndex: number, unitPriceMinor: number): Promise<void>
  /** Does nothing when there is no shop. */
  moveEvent(days: number): Promise<void>
  moveRenewals(stage: RenewalStage): Promise<void>
  readEvent(): Promise<EventDetail | undefined>
  setBalance(userIndex: number, balanceMinor: number): Promise<void>
  setDisabled(userIndex: number, isDisabled: boolean): Promise<void>
  revokeSessions(userIndex: number): Promise<void>
  /** Does nothing when the target cannot. */
  backUp(): Promise<void>
  /** Restores the last backup, if any, and undoes everything since. */
  restore(): Promise<void>
}

/** The buttons of the sandbox gateway's page. */
export type GatewayOutcome = 'pay' | 'fail' | 'abandon' | 'delay' | 'duplicate'

export interface ProviderSetup {
  readonly timeline: Timeline
  readonly server: SeedServer
  readonly tasks: Tasks
  readonly balanceMinor: number
}

const DOWN: Parcel = {
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
  text: JSON.stringify({ type: 'about:blank', title: 'down', status: 503, code: 'unavailable', detail: 'down' }),
}

const UNIT_MINUTES = 30
/** As often as the provider's own jobs run. */
const JOB_EVERY_MS = 5_000
/** The longest pause of the simulated jobs. */
const JOBS_REST_MS = 6 * 3_600_000

/** The world's own books: credits to each wallet, owners of tokens, prices of parks. */
function createBooks({ server, balanceMinor }: ProviderSetup) {
  const nairaMinor = server.shop?.documents.balanceMinor
  return {
    credited: new Map<string, number>(
      server.users.flatMap(({ id }) => [
        [bookOf(id, 'CAD'), balanceMinor] as const,
        ...(nairaMinor === undefined ? [] : [[bookOf(id, 'NGN'), nairaMinor] as const]),
      ]),
    ),
    tokens: new Map<string, string>(),
    prices: server.parks.map(() => ({ unitMinor: UNIT_PRICE_MINOR, version: 1 })),
    policies: new Map<string, RefundPolicy>(),
  }
}

type Books = ReturnType<typeof createBooks>

const copyOf = ({ credited, tokens, prices, policies }: Books): Books => ({
  policies: new Map(policies),
  credited: new Map(credited),
  tokens: new Map(tokens),
  prices: [...prices],
})

/** A price rise also sets a refund policy, which depends on the new price. */
function policyWith(unitPriceMinor: number): RefundPolicy | undefined {
  const name = REFUND_POLICY_NAMES[Math.floor(unitPriceMinor / 100) % REFUND_POLICY_NAMES.length]
  return name === undefined ? undefined : policyToCarry(name)
}

const pathOf = (request: Request): string => new URL(request.url).pathname.replace('/api/v1', '')

/** Most writes finish at once; some take a moment, and a few longer than any phone waits. */
export function drawThinkMs(random: Random): number {
  if (random.chance(0.6)) return 0
  return random.chance(0.95) ? 5 + random.int(400) : random.int(25_000)
}

const busyIn = ({ text, headers }: Parcel, atMs: number): Busy => {
  const { detail } = JSON.parse(text) as { detail: string }
  return { detail, waitMs: 1000 * Number(headers['retry-after']), atMs }
}

/** The key that a look-up or withdrawal of a request names in its path; null for other requests. */
const keyAsked = (path: string): string | null => /^\/requests\/([^/?]+)/.exec(path)?.[1] ?? null

export async function createProviderSide(setup: ProviderSetup): Promise<ProviderSide> {
  const { server, tasks, timeline } = setup
  const journal = createJournal()
  let books = createBooks(setup)
  let backup: { readonly snapshot: Snapshot; readonly books: Books } | undefined
  const userAt = (index: number) => {
    const user = server.users[index]
    if (user === undefined) throw new RangeError('No such driver')
    return user
  }
  const priceAt = (index: number) => books.prices[index] ?? { unitMinor: UNIT_PRICE_MINOR, version: 1 }
  const policyAt = (parkId: number, version: string): RefundPolicy =>
    books.policies.get(`${String(parkId)} ${version}`) ?? DEFAULT_REFUND_POLICY
  let state = await tasks.outside(() => server.inspect())
  journal.learn(state)

  const parks = server.shop === undefined ? server.parks : [...server.parks, server.shop.park]
  const lookAgain = async (): Promise<void> => {
    const before = state
    state = await server.inspect()
    checkPolicies(before, state, policyAt)
    checkServer({ state, parks, event: server.shop?.event, nowMs: timeline.now() }, books.credited)
    await planJobs()
  }

  const learnTokens = (path: string, parcel: Parcel): void => {
    if (path === '/attendant/pair' && parcel.status < 300) {
      const { data } = JSON.parse(parcel.text) as { data: { token: string; device_id: string } }
      books.tokens.set(data.token, `device:${data.device_id}`)
    }
    if (path !== '/auth/refresh' || parcel.status !== 200) return
    const { access_token: token, user } = JSON.parse(parcel.text) as { access_token: string; user: { user_id: string } }
    books.tokens.set(token, user.user_id)
  }

  const handle = async (request: Request, think?: Handling['think']): Promise<Parcel> => {
    const key = request.headers.get('idempotency-key')
    const path = pathOf(request)
    const own = await toParcel(await server.fetch(request, { think }))
    learnTokens(path, own)
    const isSignIn = path.startsWith('/auth/')
    if (own.status === 429) journal.noteBusy(isSignIn ? null : (key ?? keyAsked(path)), busyIn(own, timeline.now()))
    if (key === null || isSignIn) return own
    const before = state
    await lookAgain()
    journal.note({ key, status: own.status }, before, state)
    return own
  }

  const change = (work: () => Promise<void>): Promise<void> =>
    tasks.outside(async () => {
      await work()
      await lookAgain()
      journal.learn(state)
    })

  let callJobsOff = (): void => undefined
  let jobsRestMs = JOB_EVERY_MS

  /**
   * Runs jobs when they are due, and ever less often while due work stays due without requests, so that a month of
   * sleep with a gateway that never reports a payment's outcome costs little.
   */
  async function planJobs(): Promise<void> {
    callJobsOff()
    const nextMs = await server.nextJobMs()
    if (nextMs === undefined) return
    const dueInMs = nextMs - timeline.now()
    const restMs = dueInMs > 0 ? Math.max(JOB_EVERY_MS, dueInMs) : jobsRestMs
    jobsRestMs = JOB_EVERY_MS
    callJobsOff = timeline.after(restMs, () => {
      if (dueInMs <= 0) jobsRestMs = Math.min(2 * restMs, JOBS_REST_MS)
      return change(() => server.runJobs())
    })
  }

  /** Claims the key at once; everything else happens after the thinking time. */
  const ponder = async (request: Request, thinkMs: number, answer: (parcel: Parcel) => void): Promise<void> => {
    const [claimed, done] = [Promise.withResolvers<'claimed'>(), Promise.withResolvers<void>()]
    let isClaimed = false
    const think = (): Promise<void> | undefined => {
      if (isClaimed) return undefined
      isClaimed = true
      claimed.resolve('claimed')
      return done.promise
    }
    let handled: Promise<Parcel> | undefined
    const first = await tasks.outside(() => {
      handled = handle(request, think)
      return Promise.race([handled, claimed.promise])
    })
    if (first !== 'claimed') return answer(first)
    // A gateway's message settles its payment by reference, before the request's own key is claimed. Inspect now, so
    // that the change is not attributed to the next write.
    await change(() => Promise.resolve())
    timeline.after(thinkMs, async () => {
      done.resolve()
      const own = await tasks.outside(() => must(handled, 'request at work'))
      // The provider died meanwhile, with the answer.
      answer(side.isDown ? DOWN : own)
    })
  }

  const side: ProviderSide = {
    server,
    journal,
    state: () => state,
    tokenUser: (token) => books.tokens.get(token),
    priceOf: (parkIndex, minutes) => Math.ceil(minutes / UNIT_MINUTES) * priceAt(parkIndex).unitMinor + SERVICE_MINOR,
    tariffVersion: (parkIndex) => `v${String(priceAt(parkIndex).version)}`,
    isDown: false,
    thinkMs: () => 0,
    async receive(request, answer) {
      if (side.isDown) return answer(DOWN)
      const thinkMs = request.method === 'GET' ? 0 : side.thinkMs()
      return thinkMs === 0 ? answer(await tasks.outside(() => handle(request))) : ponder(request, thinkMs, answer)
    },
    pay: (reference, outcome) =>
      change(async () => {
        const url = `http://localhost/sandbox/pay/${reference}?outcome=${outcome}`
        await server.fetch(new Request(url, { method: 'POST' }))
      }),
    makePairing: (...parkIndexes) =>
      tasks.outside(() => server.makePairing(parkIndexes.flatMap((index) => server.parks[index]?.id ?? []))),
    deliver: (request) => (side.isDown ? Promise.resolve(DOWN) : tasks.outside(() => handle(request))),
    async signIn(userIndex) {
      const session = await tasks.outside(() => server.signIn(userAt(userIndex).id))
      books.tokens.set(session.access_token, userAt(userIndex).id)
      return session
    },
    raiseTariff(parkIndex, unitPriceMinor) {
      const park = server.parks[parkIndex]
      if (park === undefined) return Promise.resolve()
      const version = priceAt(parkIndex).version + 1
      const refundPolicy = policyWith(unitPriceMinor)
      books.prices[parkIndex] = { unitMinor: unitPriceMinor, version }
      if (refundPolicy !== undefined) books.policies.set(`${String(park.id)} v${String(version)}`, refundPolicy)
      return change(() => server.raiseTariff(park.id, unitPriceMinor, { refundPolicy }))
    },
    readEvent: () => tasks.outside(async () => server.readEvent?.()),
    moveRenewals: (stage) => change(async () => server.moveRenewals?.(stage)),
    moveEvent: (days) => change(async () => server.moveEvent?.(days)),
    setBalance(userIndex, balanceMinor) {
      const { id } = userAt(userIndex)
      books.credited.set(bookOf(id, 'CAD'), balanceMinor + paidBy(state, id, 'CAD'))
      return change(() => server.setBalance(id, balanceMinor))
    },
    setDisabled: (userIndex, isDisabled) => change(() => server.setDisabled(userAt(userIndex).id, isDisabled)),
    revokeSessions: (userIndex) => change(() => server.revokeSessions(userAt(userIndex).id)),
    backUp: () =>
      tasks.outside(async () => {
        const snapshot = await server.snapshot?.()
        if (snapshot !== undefined) backup = { snapshot, books: copyOf(books) }
      }),
    async restore() {
      if (backup === undefined) return
      const { snapshot, books: kept } = backup
      books = { ...copyOf(kept), tokens: books.tokens }
      journal.startAnew()
      await change(async () => server.restore?.(snapshot))
    },
  }
  return side
}
