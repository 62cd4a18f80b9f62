import { describe, expect, it } from 'vitest'
import { judgeRefresh, REPEAT_MS, type RefreshTokenFacts } from '../../../provider/rules/sessions.ts'

const NOW = 1_000_000_000
const fresh: RefreshTokenFacts = {
  revoked: false,
  expiresMs: NOW + 1,
  usedMs: null,
  usedKey: null,
  successorUsed: false,
}
const used: RefreshTokenFacts = { ...fresh, usedMs: NOW - 1, usedKey: 'k' }

describe('a refresh token', () => {
  it.each([
    ['fresh: rotated', fresh, 'k', 'rotate'],
    ['fresh but expired', { ...fresh, expiresMs: NOW }, 'k', 'expired'],
    ['used with the same key: repeated', used, 'k', 'repeat'],
    ['used with the same key, expired meanwhile: repeated', { ...used, expiresMs: NOW - 1 }, 'k', 'repeat'],
    ['used with another key: reuse', used, 'other', 'reuse'],
    ['used, successor used too: reuse', { ...used, successorUsed: true }, 'k', 'reuse'],
    ['used just under 24 h ago: repeated', { ...used, usedMs: NOW - REPEAT_MS + 1 }, 'k', 'repeat'],
    ['used 24 h ago: reuse', { ...used, usedMs: NOW - REPEAT_MS }, 'k', 'reuse'],
    ['of a revoked family', { ...used, revoked: true }, 'k', 'revoked'],
  ] as const)('%s', (...row) => {
    const [, facts, key, verdict] = row
    expect(judgeRefresh(facts, key, NOW)).toBe(verdict)
  })
})
