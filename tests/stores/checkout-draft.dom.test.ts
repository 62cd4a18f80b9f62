import { beforeEach, expect, test } from 'vitest'
import { useCheckoutDraft } from '../../src/stores/checkout-draft.ts'

const draft = () => useCheckoutDraft.getState()

beforeEach(() => {
  draft().claim(null)
  draft().clear()
})

test('what one driver entered is gone for the next, and after a sign-out', () => {
  draft().claim('a')
  draft().change({ plate: 'ABC-123', contact: 'a@example.test' })
  draft().claim('b')
  expect(draft()).toMatchObject({ plate: '', contact: '' })
  draft().change({ plate: 'XYZ-789' })
  draft().claim(null)
  expect(draft().plate).toBe('')
})

test('what a visitor entered is taken over by the driver who signs in, and stays theirs when emptied', () => {
  draft().change({ plate: 'ABC-123' })
  draft().claim('a')
  expect(draft().plate).toBe('ABC-123')
  draft().clear()
  draft().change({ plate: 'XYZ-789' })
  draft().claim('b')
  expect(draft().plate).toBe('')
})
