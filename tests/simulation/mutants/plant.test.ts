import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_MUTANTS, plant } from './plant.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

test.each(ALL_MUTANTS)('the bug “$name” can still be planted', (mutant) => {
  expect(plant(mutant, ROOT)).not.toEqual([])
  expect(mutant.by === undefined || existsSync(new URL(mutant.by, `file://${ROOT}`))).toBe(true)
})
