import { expect, test } from 'vitest'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { toLocalInput } from '../../src/domain/zone.ts'
import { rulerBlocks } from '../../src/parts/ruler-blocks.ts'

const FROM = mustInstant('2026-11-23T15:10:00Z')
const blocksOf = (zone: string, lengthMinutes: number, longestMinutes = 10_000) =>
  rulerBlocks({
    from: FROM,
    until: toInstant(FROM + lengthMinutes * MINUTE_MS),
    longest: toInstant(FROM + longestMinutes * MINUTE_MS),
    zone,
    priceAt: (until) => (until - FROM) / MINUTE_MS,
  })
const endsOf = (zone: string, lengthMinutes: number, longestMinutes?: number) =>
  blocksOf(zone, lengthMinutes, longestMinutes).map(({ endMs }) => toLocalInput(toInstant(endMs), zone).slice(11))

test('blocks begin with the stay, and end on each half hour of the car park’s clock', () => {
  expect(endsOf('America/Toronto', 60).slice(0, 3)).toEqual(['10:30', '11:00', '11:30'])
  expect(blocksOf('America/Toronto', 60)[0]).toEqual({
    startMs: FROM,
    endMs: FROM + 20 * MINUTE_MS,
    totalMinor: 20,
  })
  // A zone offset by a quarter of an hour has half hours of its own.
  expect(endsOf('Asia/Kathmandu', 60).slice(0, 3)).toEqual(['21:00', '21:30', '22:00'])
})

test('no block is before the start, after the longest stay, or empty', () => {
  const blocks = blocksOf('America/Toronto', 60, 95)
  expect(blocks.at(-1)?.endMs).toBe(FROM + 95 * MINUTE_MS)
  expect(blocks.every(({ startMs, endMs }) => startMs >= FROM && startMs < endMs)).toBe(true)
})

test('the blocks are those around the chosen end, however far it is', () => {
  const blocks = blocksOf('America/Toronto', 5_000)
  const until = FROM + 5_000 * MINUTE_MS
  expect(blocks).toHaveLength(18)
  expect(blocks.some(({ startMs, endMs }) => startMs <= until && until <= endMs)).toBe(true)
})

test('over a change of the clock each block is half an hour of the stay', () => {
  const from = mustInstant('2026-11-01T04:00:00Z')
  const blocks = rulerBlocks({
    ...{ from, until: toInstant(from + 120 * MINUTE_MS), longest: toInstant(from + 600 * MINUTE_MS) },
    ...{ zone: 'America/Toronto', priceAt: () => null },
  })
  expect(new Set(blocks.map(({ startMs, endMs }) => endMs - startMs))).toEqual(new Set([30 * MINUTE_MS]))
  expect(blocks.slice(0, 6).map(({ endMs }) => toLocalInput(toInstant(endMs), 'America/Toronto').slice(11))).toEqual([
    '00:30',
    '01:00',
    '01:30',
    '01:00',
    '01:30',
    '02:00',
  ])
})
