import { describe, expect, test } from 'vitest'
import { rateStrength } from '../../../src/screens/auth/password-strength.ts'

const AWA = ['awa.ndiaye@example.org', 'Awa', 'Ndiaye']

describe('the strength of a password', () => {
  test.each([
    ['password', 0, 'common'],
    ['motdepasse', 1, 'common'],
    ['qwertyuiop', 0, 'common'],
    ['abcdefgh', 0, 'pattern'],
    ['aaaaaaaaaaaaa', 0, 'pattern'],
  ])('of %s is %i: %s', (password, score, why) => {
    expect(rateStrength(password, [])).toEqual({ score, why })
  })

  test('counts the driver’s own name and address as known, whatever the case', () => {
    const alone = rateStrength('AwaNdiaye1', [])
    const known = rateStrength('AwaNdiaye1', AWA)
    expect(known.score).toBeLessThan(alone.score)
    expect(known.why).toBe('yours')
    expect(rateStrength('awa.ndiaye@example.org', AWA)).toMatchObject({ score: 0, why: 'yours' })
  })

  test('of a long sentence is high, in any script, and says nothing more', () => {
    for (const password of [
      'quiet harbour 42 lamps',
      'ma voiture est garée ici',
      'سيارتي هنا كل يوم صباحا',
      'zT9!kq2#Lm4v',
    ])
      expect(rateStrength(password, AWA), password).toMatchObject({ score: 4, why: null })
  })

  test('of ten kilobytes is told as fast as of its beginning', () => {
    expect(rateStrength('x'.repeat(10_240), AWA).score).toBeLessThan(3)
    expect(rateStrength('quiet harbour 42 lamps '.repeat(500), AWA).score).toBe(4)
  })
})
