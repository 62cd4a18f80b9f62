import type { UserId } from '../../src/domain/ids.ts'
import type { ProviderDeps } from '../deps.ts'
import { ACCESS_TOKEN_SECONDS } from '../rules/tokens.ts'

const TOKEN_LIFE_MS = ACCESS_TOKEN_SECONDS * 1000

const shutOutUsers = new WeakMap<ProviderDeps, Map<UserId, number>>()

/** From now on tokens of a deleted account open nothing; they are not looked up in the database otherwise. */
export function shutOut(deps: ProviderDeps, userId: UserId): void {
  const nowMs = deps.clock.now()
  const users = shutOutUsers.get(deps) ?? new Map<UserId, number>()
  for (const [other, untilMs] of users) if (untilMs <= nowMs) users.delete(other)
  users.set(userId, nowMs + TOKEN_LIFE_MS)
  shutOutUsers.set(deps, users)
}

export const isShutOut = (deps: ProviderDeps, userId: UserId): boolean => shutOutUsers.get(deps)?.has(userId) === true
