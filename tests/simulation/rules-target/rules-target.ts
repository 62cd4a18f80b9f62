import { toUserWire } from '../../../provider/repositories/users.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../provider/rules/tokens.ts'
import type { SessionWire } from '../../../src/contract/auth.ts'
import type { ParkId, UserId } from '../../../src/domain/ids.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { SeedServer, SeedSetup, SimulationTarget, Snapshot } from '../target.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import { backUp, type Backup, createMemory, type Memory, restoreFrom } from './memory.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { buildRulesApp, type Ground, type RulesApp } from './rules-app.ts'
import { insertSeed, SEED_CURRENCY, SEED_ZONE, toRate } from './seed-rows.ts'
import { stateOf } from './server-state.ts'
import { startFamily } from './user-rows.ts'

interface Server {
  readonly memory: Memory
  readonly store: MemoryStore
  readonly ground: Ground
  readonly app: RulesApp
}

async function signIn({ memory, store, ground, app }: Server, userId: UserId): Promise<SessionWire> {
  const nowMs = ground.now()
  const token = `refresh-${uuid7(nowMs, ground.random)}`
  const familyId = uuid7(nowMs, ground.random)
  await store.aside(() => startFamily(memory, userId, { familyId, token, nowMs }))
  return {
    access_token: await app.on(ground, () => app.tokens.sign(userId)),
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

function raiseTariff({ memory, ground }: Server, parkId: ParkId, unitPriceMinor: number): void {
  const { rates, version } = memory.parks.must(parkId)
  const nowMs = ground.now()
  const next = `v${String(rates.length + 1)}`
  const superseded = rates.map((rate) => ({ ...rate, supersededMs: rate.supersededMs ?? nowMs }))
  memory.parks.update(parkId, {
    rates: [...superseded, toRate({ version: next, unitPriceMinor })],
    tariff_version: next,
    hourly_from_minor: unitPriceMinor * 2,
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

function toServer(server: Server): SeedServer {
  const { memory, store, ground, app } = server
  const parks = memory.parks.all().map(({ id, slug, name, capacity }) => ({
    ...({ id, slug, name, capacity: must(capacity, 'capacity'), currency: SEED_CURRENCY, zone: SEED_ZONE } as const),
  }))
  return {
    parks,
    users: memory.users.all().map(({ user_id: id, email }) => ({ id, email })),
    fetch: (request) => app.fetch(ground, request),
    signIn: async (userId) => signIn(server, userId),
    revokeSessions: (userId) => store.aside(() => revokeSessions(server, userId)),
    raiseTariff: (parkId, unitPriceMinor) => store.aside(() => raiseTariff(server, parkId, unitPriceMinor)),
    setBalance: (userId, balanceMinor) => store.aside(() => setBalance(server, userId, balanceMinor)),
    setDisabled: (userId, isDisabled) =>
      store.aside(() => {
        memory.users.update(userId, { disabled_at: isDisabled ? ground.now() : null })
      }),
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

export function openRulesSeed(app: RulesApp, setup: SeedSetup): RulesSeed {
  const memory = createMemory()
  insertSeed(memory, setup)
  const store = createMemoryStore(memory)
  const ground = { store, now: setup.now, random: setup.random }
  return { memory, store, server: toServer({ memory, store, ground, app }) }
}

/** The real rules and the real app over rows in memory: nothing of it waits for a thread, a socket or a clock of this machine. */
export function createRulesTarget(): SimulationTarget {
  const app = buildRulesApp()
  return {
    name: 'rules',
    open: async (setup) => openRulesSeed(app, setup).server,
    close: () => Promise.resolve(),
  }
}
