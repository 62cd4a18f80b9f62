import { expect, test } from 'vitest'
import type { Verdict } from '../../../src/domain/verdict.ts'
import { DAY_MS, HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { VerdictDetail } from '../../../src/screens/check/verdict-detail.tsx'
import { NOON } from '../../domain/support/gate.ts'
import { render } from '../../setup/render.tsx'

test.each([
  ['a stay says how long is left', 3 * HOUR_MS, /^Until .+, 3.h left$/],
  ['a pass for a month says on which day it ends', 29 * DAY_MS, /^Until \d+\s[A-Z][a-z]+, \d\d:\d\d$/],
])('%s', async (_name, leftMs, said) => {
  const end = toInstant(NOON + leftMs)
  const verdict = { kind: 'valid', car: { end, until: toInstant(end + HOUR_MS) } } as unknown as Verdict
  const host = await render(<VerdictDetail verdict={verdict} park={{ zone: 'UTC', all: [] }} now={NOON} />)
  expect(host.textContent).toMatch(said)
})
