import { expect, it } from 'vitest'
import { DAY_MS, toInstant } from '../../src/domain/instant.ts'
import { AvailabilityText } from '../../src/parts/availability-text.tsx'
import { render } from '../setup/render.tsx'

const AT = '2026-11-23T14:00:00Z'
const FACTS = { zone: 'America/Toronto', now: toInstant(Date.parse(AT)), timeless: true }
const spaces = (available: number, capacity: number | null, isForStay = true) => ({
  ...{ available, capacity, isForStay, availableAt: AT, isDemo: false },
})

const MANY = spaces(2_027, 2_027)
const FEW = spaces(100, 2_027)
const UNCOUNTED = spaces(1_200, null)
const AT_TIME = spaces(1_200, 2_027, false)

it.each([
  ['en', MANY, '2,027 free of 2,027 for this stay'],
  ['en', FEW, 'Few left for this stay: 100 of 2,027'],
  ['en', UNCOUNTED, '1,200 free for this stay'],
  ['en', AT_TIME, '1,200 free, 09:00'],
  ['fr', MANY, '2\u202f027 libres sur 2\u202f027 pour ce stationnement'],
  ['fr', FEW, 'Presque complet pour ce stationnement\u00a0: 100 sur 2\u202f027'],
  ['fr', UNCOUNTED, '1\u202f200 libres pour ce stationnement'],
  ['fr', AT_TIME, '1\u202f200 libres, 9\u00a0h\u00a000'],
] as const)('every count is grouped by its language: %s, %j', async (language, known, words) => {
  expect((await render(<AvailabilityText spaces={known} {...FACTS} />, language)).textContent).toBe(words)
})

it.each([
  [spaces(0, 2_027, false), 'Full, yesterday 09:00'],
  [spaces(100, 2_027, false), /^(?:Few left: 100|100 free), yesterday 09:00$/],
] as const)('a count of yesterday has its day after a comma: %j', async (known, words) => {
  const now = toInstant(Date.parse(AT) + DAY_MS)
  const host = await render(<AvailabilityText spaces={known} {...FACTS} now={now} />)
  expect(host.textContent).toMatch(words)
})
