import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * An unexpected console.error or console.warn fails the test that caused it. A test that expects one takes the
 * spy over: `vi.mocked(console.error).mockImplementation(() => undefined)`, asserts on it, and calls `mockClear()`.
 */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const calls = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  expect(calls, 'unexpected console.error or console.warn').toEqual([])
})
