import { beforeEach, expect, test } from 'vitest'
import { purgeInvalidStorage } from '../../src/lib/purge-invalid-storage.ts'

beforeEach(() => localStorage.clear())

test('invalid values that something older left in the browser are removed at start', () => {
  for (const key of ['profile', 'countries', 'states', 'user', 'email']) localStorage.setItem(key, 'undefined')
  localStorage.setItem('language', 'fr')
  purgeInvalidStorage()
  expect(Object.keys(localStorage)).toEqual(['language'])
})

test('valid ones are left alone', () => {
  localStorage.setItem('profile', '{"email":"awa@baywise.test"}')
  localStorage.setItem('countries', '[]')
  localStorage.setItem('email', 'awa@baywise.test')
  purgeInvalidStorage()
  expect(localStorage).toHaveLength(3)
})
