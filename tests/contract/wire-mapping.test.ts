import { expect, test } from 'vitest'
import { toWire } from '../../src/contract/wire-mapping.ts'

test('a time is written as everywhere on the wire: without a fraction that says nothing', () => {
  const [fromMs, toMs] = [Date.parse('2026-11-24T09:00:00Z'), Date.parse('2026-11-24T14:00:00.250Z')]
  expect(toWire<{ from: string; to: string }>({ fromMs, toMs })).toEqual({
    from: '2026-11-24T09:00:00Z',
    to: '2026-11-24T14:00:00.250Z',
  })
})
