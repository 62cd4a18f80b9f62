import { describe, expect, it } from 'vitest'
import { checkPassword, hashPassword } from '../../../provider/rules/passwords.ts'

describe.each(['argon2id', 'scrypt'] as const)('a password under %s', (algorithm) => {
  it('matches itself only, and its text names its cost', async () => {
    const stored = await hashPassword('a long garage door', algorithm)
    expect(stored).toMatch(
      algorithm === 'argon2id' ? /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/ : /^\$scrypt\$ln=17,r=8,p=1\$/,
    )
    expect((await checkPassword('a long garage door', stored)).matches).toBe(true)
    expect((await checkPassword('a long garage doo', stored)).matches).toBe(false)
  })
})

describe('a stored hash', () => {
  it('is outdated when made at another cost or by another algorithm', async () => {
    expect((await checkPassword('x', await hashPassword('x', 'argon2id'))).outdated).toBe(false)
    expect((await checkPassword('x', await hashPassword('x', 'scrypt'))).outdated).toBe(true)
  })

  it('is never the same twice', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('matches however the keyboard composes an accent', async () => {
    const stored = await hashPassword('Thi\u00e8s-parking')
    expect((await checkPassword('Thie\u0300s-parking', stored)).matches).toBe(true)
  })

  it('that is not one of ours is a thrown bug', async () => {
    await expect(checkPassword('x', 'plain text')).rejects.toThrow('malformed')
  })

  it('takes its turn: 40 at once stay within 2 hashes of memory', async () => {
    const before = process.memoryUsage().rss
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 5)
    await Promise.all(Array.from({ length: 40 }, () => hashPassword('a long garage door', 'argon2id')))
    clearInterval(timer)
    // Hashing 40 at once would take 760 MiB.
    expect((peak - before) / 1024 / 1024).toBeLessThan(150)
  })
})
