import { toUserWire } from '../../../provider/repositories/users.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../provider/rules/tokens.ts'
import type { SessionWire } from '../../../src/contract/auth.ts'
import type { ParkId, UserId } from '../../../src/domain/ids.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { SeedServer, SeedSetup, SimulationTarget, Snapshot } from '../target.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import { createLateFactors, shownBefore } from './late-factors.ts'
import { backUp, type Backup, createMemory, type Memory, restoreFrom } from './memory.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { createPairing } from '../../../provider/services/pairing.ts'
import { buildRulesApp, type Ground, type RulesApp, think } from './rules-app.ts'
import { insertSeed, SEED_CURRENCY, SEED_ZONE, type SeedRate, toRate } from './seed-rows.ts'
import { stateOf } from './server-state.ts'
import { nextJobMs, runJobs } from './jobs.ts'
import { startFamily } from './user-rows.ts'

interface Server {
  readonly memory: Memory
  readonly store: MemoryStore
  readonly ground: Ground
  readonly app: RulesApp
  /** The app that receives requests: a separate one for this seed when it has request limits. */
  readonly counting: RulesApp
}

async function signIn({ memory, store, ground, app }: Server, userId: UserId): Promise<SessionWire> {
  const nowMs = ground.now()
  const token = `refresh-${uuid7(nowMs, ground.random)}`
  const familyId = uuid7(nowMs, ground.random)
  await store.aside(() => startFamily(memory, userId, { familyId, token, nowMs }))
  return {
    access_token: await app.on(ground, () => app.deps.tokens.sign(userId, familyId)),
    refresh_token: token,
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUserWire(memory.users.must(userId)),
  }
}

function revokeSessions({ memory, ground }: Server, userId: UserId): void {
  const live = new Set(memory.tokens.all().map(({ familyId }) => familyId))
  for (const familyId of live) {
    const family = memory.families.must(familyId)
    if (family.userId === userId && family.revokedMs === null)
      memory.families.update(familyId, { revokedMs: ground.now() })
  }
}

function raiseTariff({ memory, ground }: Server, parkId: ParkId, rate: Omit<SeedRate, 'version'>): void {
  const { rates, version } = memory.parks.must(parkId)
  const nowMs = ground.now()
  const next = `v${String(rates.length + 1)}`
  const superseded = rates.map((rate) => ({ ...rate, supersededMs: rate.supersededMs ?? nowMs }))
  memory.parks.update(parkId, {
    rates: [...superseded, toRate({ ...rate, version: next })],
    tariff_version: next,
    hourly_from_minor: rate.unitPriceMinor * 2,
    version: version + 1,
    updated_at: nowMs,
  })
}

function setBalance({ memory, ground }: Server, userId: UserId, balanceMinor: number): void {
  const walletId = walletIdOf(userId, SEED_CURRENCY)
  const amountMinor = balanceMinor - memory.wallets.must(walletId).balance_minor
  if (amountMinor === 0) return
  const key = `adjustment:${String(memory.postings.all().length)}`
  postToWallet(memory, {
    ...{ walletId, amountMinor, key, kind: 'adjustment', nowMs: ground.now() },
    against: [['promo', -amountMinor]],
  })
}

async function makePairing({ memory, ground, app }: Server, parkIds: readonly ParkId[]): Promise<string> {
  const codes = parkIds.map((id) => memory.parks.must(id).code)
  const made = await app.on(ground, () => createPairing(app.deps, codes))
  if (!made.ok) throw new RangeError(`No park has the code ${made.error.unknown}`)
  return made.value.code
}

function toServer(server: Server): SeedServer {
  const { memory, store, ground, app, counting } = server
  const parks = memory.parks.all().map(({ id, code, slug, name, capacity }) => ({
    ...({
      id,
      code,
      slug,
      name,
      capacity: must(capacity, 'capacity'),
      currency: SEED_CURRENCY,
      zone: SEED_ZONE,
    } as const),
  }))
  return {
    parks,
    users: memory.users.all().map(({ user_id: id, email }) => ({ id, email })),
    fetch: (request, handling = {}) => counting.fetch({ ...ground, ...handling }, request),
    signIn: async (userId) => signIn(server, userId),
    revokeSessions: (userId) => store.aside(() => revokeSessions(server, userId)),
    raiseTariff: (parkId, unitPriceMinor, more = {}) =>
      store.aside(() => raiseTariff(server, parkId, { unitPriceMinor, ...more })),
    setBalance: (userId, balanceMinor) => store.aside(() => setBalance(server, userId, balanceMinor)),
    setDisabled: (userId, isDisabled) =>
      store.aside(() => {
        memory.users.update(userId, { disabled_at: isDisabled ? ground.now() : null })
      }),
    makePairing: (parkIds) => makePairing(server, parkIds),
    runJobs: () => app.on(ground, () => runJobs(app.deps)),
    nextJobMs: async () => nextJobMs(memory),
    snapshot: () => store.aside((): Snapshot => ({ taken: backUp(memory) })),
    restore: ({ taken }) => store.aside(() => restoreFrom(memory, taken as Backup)),
    inspect: () => store.aside(() => stateOf(memory)),
  }
}

export interface RulesSeed {
  readonly server: SeedServer
  readonly store: MemoryStore
  readonly memory: Memory
}

/** Number of opened seeds; gives each world its own address, because the app counts some things by address. */
let worlds = 0

export function openRulesSeed(app: RulesApp, setup: SeedSetup, isFactorShown = shownBefore): RulesSeed {
  const { limits } = setup
  const memory = createMemory(isFactorShown)
  insertSeed(memory, setup)
  const store = createMemoryStore(memory, think)
  const counting = limits === undefined ? app : buildRulesApp({ requestsPerMinute: limits })
  worlds += 1
  const address = [10, worlds >> 16, worlds >> 8, worlds].map((byte) => byte & 255).join('.')
  const ground = { address, store, now: setup.now, random: setup.random }
  return { memory, store, server: toServer({ memory, store, ground, app, counting }) }
}

/** The real rules and the real app over rows in memory, independent of this machine's threads, sockets and clock. */
export function createRulesTarget(): SimulationTarget {
  const app = buildRulesApp()
  return {
    name: 'rules',
    hasShop: false,
    open: async (setup) => openRulesSeed(app, setup, createLateFactors()).server,
    close: () => Promise.resolve(),
  }
}
