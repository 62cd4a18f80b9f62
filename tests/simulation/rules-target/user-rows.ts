import { hashSecret, REFRESH_TOKEN_MS } from '../../../provider/rules/tokens.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import type { Memory } from './memory.ts'
import type { Part } from './rows.ts'

export const userRows: Part<'findUser' | 'lockUser' | 'updateProfile'> = ({ users }) => ({
  findUser: (userId) => users.find(userId),
  lockUser: (userId) => users.find(userId) !== undefined,
  updateProfile(userId, { nowMs: _nowMs, ...change }) {
    if (users.find(userId) === undefined) return undefined
    const given = Object.entries(change).filter(
      ([name, value]) => value !== undefined && (name === 'phone' || value !== null),
    )
    return users.update(userId, Object.fromEntries(given))
  },
})

const freshToken = (familyId: string, nowMs: number) => ({
  familyId,
  expiresMs: nowMs + REFRESH_TOKEN_MS,
  usedMs: null,
  usedKey: null,
  successorHash: null,
  successorNonce: null,
})

/** Signs in without a password: leaves what the real `startFamily` leaves. */
export function startFamily(
  memory: Memory,
  userId: UserId,
  session: { readonly familyId: string; readonly token: string; readonly nowMs: number },
): void {
  const { familyId, token, nowMs } = session
  memory.families.insert(familyId, { userId, createdMs: nowMs, revokedMs: null })
  memory.tokens.insert(hashSecret(token), freshToken(familyId, nowMs))
}

export const sessionRows: Part<
  'findBearer' | 'lockRefreshToken' | 'rotateToken' | 'revokeFamily' | 'revokeByToken'
> = ({ users, families, tokens }) => {
  const revoke = (familyId: string, nowMs: number): void => {
    if (families.must(familyId).revokedMs === null) families.update(familyId, { revokedMs: nowMs })
  }
  return {
    findBearer(userId, sessionId) {
      const [user, family] = [users.find(userId), families.find(sessionId)]
      if (user === undefined || family?.userId !== userId || family.revokedMs !== null) return undefined
      const { disabled_at: disabledMs } = user
      return {
        disabled_at: disabledMs === null ? null : toInstant(disabledMs),
        guest: null,
        signed_in_at: toInstant(family.createdMs),
      }
    },
    lockRefreshToken(token) {
      const tokenHash = hashSecret(token)
      const row = tokens.find(tokenHash)
      if (row === undefined) return undefined
      const { familyId, expiresMs, usedMs, usedKey, successorHash, successorNonce } = row
      const { userId, revokedMs } = families.must(familyId)
      const successor = successorHash === null ? undefined : tokens.find(successorHash)
      const successorUsed = (successor?.usedMs ?? null) !== null
      const facts = { revoked: revokedMs !== null, expiresMs, usedMs, usedKey, successorUsed }
      return { familyId, userId, tokenHash, successorNonce, facts }
    },
    rotateToken({ familyId, tokenHash }, { key, nonce, successor, nowMs }) {
      const successorHash = hashSecret(successor)
      tokens.insert(successorHash, freshToken(familyId, nowMs))
      tokens.update(tokenHash, { usedMs: nowMs, usedKey: key, successorHash, successorNonce: nonce })
    },
    revokeFamily: (familyId, { nowMs }) => revoke(familyId, nowMs),
    revokeByToken(token, nowMs) {
      const row = tokens.find(hashSecret(token))
      if (row !== undefined) revoke(row.familyId, nowMs)
    },
  }
}
