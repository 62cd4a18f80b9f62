import { expect, test } from 'vitest'
import { removeRefusedBroadcasts } from '../../src/lib/refused-broadcasts.ts'

test('a channel between tabs that the browser refuses is taken for absent', () => {
  function Refused(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const scope = { BroadcastChannel: Refused as unknown as typeof BroadcastChannel }
  removeRefusedBroadcasts(scope)
  expect('BroadcastChannel' in scope).toBe(false)
})

test('one that the browser gives stays', () => {
  class Given {
    close(): void {}
  }
  const scope = { BroadcastChannel: Given as unknown as typeof BroadcastChannel }
  removeRefusedBroadcasts(scope)
  expect(scope.BroadcastChannel).toBe(Given)
})
