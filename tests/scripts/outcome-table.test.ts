import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { toOutcomeTable } from '../../scripts/outcome-table.ts'
import { OUTCOMES } from '../../src/outbox/outcomes.ts'

test('each row has its answer and both outcomes', () => {
  const row = { name: '403 account_disabled', first: 'refused', afterLost: 'again' } as const
  expect(toOutcomeTable([row])).toContain('| 403 account_disabled | `refused` | `again` |')
})

test('the table in the docs is the one that the phone goes by', () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/outcomes.md'), 'utf8')
  expect(docs).toBe(toOutcomeTable(OUTCOMES))
})
