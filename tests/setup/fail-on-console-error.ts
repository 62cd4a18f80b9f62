import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Fails any test that causes an unexpected console.error or console.warn. A test that expects one takes over the spy:
 * `vi.mocked(console.error).mockImplementation(() => undefined)`, asserts on it, and calls `mockClear()`.
 */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const calls = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  expect(calls, 'unexpected console.error or console.warn').toEqual([])
})
