import { describe, expect, it } from 'vitest'
import { isContextPassword } from '../../../provider/rules/context-words.ts'

const EMAIL = 'awa.ndoye@example.test'

describe('a password that is little more than words that anybody would try here', () => {
  it.each([
    ['the name of the service', 'baywise1'],
    ['in other letters and with a year', 'BayWise-2026'],
    ['with digits for letters', 'B4yw1se!!'],
    ['with digits behind it that could be letters', 'baywise13450'],
    ['the trade, in French with an accent', 'Réservation75'],
    ['two such words', 'parking-demo'],
    ['a role with three letters more', 'operator.abc'],
    ['the name in the address', 'ndoye19900101'],
    ['the whole address without its sign', 'awandoye2026'],
  ])('is refused: %s', (_, password) => {
    expect(isContextPassword(password, EMAIL)).toBe(true)
  })

  it.each([
    ['such a word among others', 'parking under the old bridge'],
    ['none of them', 'quiet harbour 42'],
    ['digits alone, which the list of common ones judges', '83920174655'],
    ['another script', 'гараж у моря'],
    ['a part of the address that is too short to be a name', 'awa bright'],
  ])('and is taken: %s', (_, password) => {
    expect(isContextPassword(password, EMAIL)).toBe(false)
  })
})
