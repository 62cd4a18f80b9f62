import { expect, test } from 'vitest'
import { parseSocial, socialLinksOf } from '../../src/config/contact.ts'

const SOCIAL = parseSocial(
  JSON.stringify({
    NG: { facebook: 'https://facebook.example/ng', twitter: 'https://twitter.example/ng' },
    default: { linkedin: 'https://linkedin.example/all' },
  }),
)

test('a country has its own social links, any other the default set', () => {
  expect(socialLinksOf(SOCIAL, 'NG')).toEqual([
    { name: 'Facebook', url: 'https://facebook.example/ng' },
    { name: 'Twitter', url: 'https://twitter.example/ng' },
  ])
  expect(socialLinksOf(SOCIAL, 'SN').map(({ name }) => name)).toEqual(['LinkedIn'])
})

test('nothing is shown where nothing is set', () => {
  expect(socialLinksOf(parseSocial('{}'), 'NG')).toEqual([])
})

test('an address that is not one stops the release', () => {
  expect(() => parseSocial('{"NG": {"facebook": "javascript:alert(1)"}}')).toThrow()
})
