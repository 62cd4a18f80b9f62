import { SERVICE_MINOR, type SeedServer, type ServerState, type Snapshot, UNIT_PRICE_MINOR } from '../target.ts'
import { createJournal, type Journal } from '../oracle/journal.ts'
import { checkServer, paidBy } from '../oracle/server-rules.ts'
import { type Parcel, toParcel } from './answers.ts'
import type { Tasks } from './tasks.ts'

/** The provider as the world handles it: one request at a time, each write looked at before and after. */
export interface ProviderSide {
  readonly server: SeedServer
  readonly journal: Journal
  readonly state: () => ServerState
  /** The driver that an access token was given to. */
  readonly tokenUser: (token: string) => string | undefined
  /** Price of a stay in minor units at what the park charges now. */
  readonly priceOf: (parkIndex: number, minutes: number) => number
  readonly tariffVersion: (parkIndex: number) => string
  isDown: boolean
  deliver(request: Request): Promise<Parcel>
  signIn(userIndex: number): ReturnType<SeedServer['signIn']>
  raiseTariff(parkIndex: number, unitPriceMinor: number): Promise<void>
  setBalance(userIndex: number, balanceMinor: number): Promise<void>
  setDisabled(userIndex: number, isDisabled: boolean): Promise<void>
  revokeSessions(userIndex: number): Promise<void>
  /** Nothing happens where the target cannot. */
  backUp(): Promise<void>
  /** From the last backup, if there is one. What happened since did not. */
  restore(): Promise<void>
}

export interface ProviderSetup {
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

/** The world's own books: what was put into each wallet, whose each token is, what each park charges. */
function createBooks({ server, balanceMinor }: ProviderSetup) {
  return {
    credited: new Map<string, number>(server.users.map(({ id }) => [id, balanceMinor])),
    tokens: new Map<string, string>(),
    prices: server.parks.map(() => ({ unitMinor: UNIT_PRICE_MINOR, version: 1 })),
  }
}

type Books = ReturnType<typeof createBooks>

const copyOf = ({ credited, tokens, prices }: Books): Books => ({
  credited: new Map(credited),
  tokens: new Map(tokens),
  prices: [...prices],
})

const pathOf = (request: Request): string => new URL(request.url).pathname.replace('/api/v1', '')

export async function createProviderSide(setup: ProviderSetup): Promise<ProviderSide> {
  const { server, tasks } = setup
  const journal = createJournal()
  let books = createBooks(setup)
  let backup: { readonly snapshot: Snapshot; readonly books: Books } | undefined
  const userAt = (index: number) => {
    const user = server.users[index]
    if (user === undefined) throw new RangeError('No such driver')
    return user
  }
  const priceAt = (index: number) => books.prices[index] ?? { unitMinor: UNIT_PRICE_MINOR, version: 1 }
  let state = await tasks.outside(() => server.inspect())
  journal.learn(state)

  const lookAgain = async (): Promise<void> => {
    state = await server.inspect()
    checkServer(state, server.parks, books.credited)
  }

  const learnTokens = (path: string, parcel: Parcel): void => {
    if (path !== '/auth/refresh' || parcel.status !== 200) return
    const { access_token: token, user } = JSON.parse(parcel.text) as { access_token: string; user: { user_id: string } }
    books.tokens.set(token, user.user_id)
  }

  const handle = async (request: Request): Promise<Parcel> => {
    const key = request.headers.get('idempotency-key')
    const path = pathOf(request)
    const own = await toParcel(await server.fetch(request))
    learnTokens(path, own)
    if (key === null || path.startsWith('/auth/')) return own
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

  const side: ProviderSide = {
    server,
    journal,
    state: () => state,
    tokenUser: (token) => books.tokens.get(token),
    priceOf: (parkIndex, minutes) => Math.ceil(minutes / UNIT_MINUTES) * priceAt(parkIndex).unitMinor + SERVICE_MINOR,
    tariffVersion: (parkIndex) => `v${String(priceAt(parkIndex).version)}`,
    isDown: false,
    deliver: (request) => (side.isDown ? Promise.resolve(DOWN) : tasks.outside(() => handle(request))),
    async signIn(userIndex) {
      const session = await tasks.outside(() => server.signIn(userAt(userIndex).id))
      books.tokens.set(session.access_token, userAt(userIndex).id)
      return session
    },
    raiseTariff(parkIndex, unitPriceMinor) {
      const park = server.parks[parkIndex]
      if (park === undefined) return Promise.resolve()
      books.prices[parkIndex] = { unitMinor: unitPriceMinor, version: priceAt(parkIndex).version + 1 }
      return change(() => server.raiseTariff(park.id, unitPriceMinor))
    },
    setBalance(userIndex, balanceMinor) {
      const { id } = userAt(userIndex)
      books.credited.set(id, balanceMinor + paidBy(state, id))
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
