// The blocks change with every step, so memoisation would only add bytes.
'use no memo'
import { useDeferredValue, useMemo, useState } from 'react'
import { HOUR_MS, type Instant, toInstant } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import { offsetAt } from '../domain/zone.ts'
import { useFormat } from '../i18n/format.ts'
import { BLOCK_MS, BLOCK_PX, type RulerBlock, rulerBlocks, type RulerRange, textScale } from './ruler-blocks.ts'

const BASE = 84
const LOWEST = 30
const TALLEST = 76
const GAP = 2
const FILL = {
  past: 'color-mix(in srgb, var(--brand) 25%, var(--paper))',
  now: 'var(--brand)',
  ahead: 'var(--line)',
} as const

export interface RulerScaleProps extends RulerRange {
  readonly currency: Currency
}

/**
 * Blocks whose height and figure are the total for a stay until their end; the scale moves below a fixed cursor. The
 * blocks follow one paint after the tap: a hundred shapes, for which the driver does not wait.
 */
export function RulerScale(props: RulerScaleProps) {
  const { until } = props
  const [scale] = useState(textScale)
  // The scale's origin, so that a block keeps its position while the scale is dragged.
  const [anchor] = useState(until)
  const drawnUntil = useDeferredValue<Instant | null>(until, null)
  const { from, longest, zone, currency, priceAt } = props
  const blocks = useMemo(
    () => drawnUntil !== null && <Blocks {...{ from, longest, zone, currency, priceAt, anchor }} until={drawnUntil} />,
    [drawnUntil, from, longest, zone, currency, priceAt, anchor],
  )
  const shift = -xOf(until, anchor) * scale
  return (
    <svg aria-hidden="true">
      <svg x="50%" overflow="visible">
        <g style={{ transform: `translateX(${shift.toString()}px)` }}>
          <g transform={`scale(${scale.toString()})`} fontSize="14" textAnchor="middle" fill="currentColor">
            {blocks}
          </g>
        </g>
        <g transform={`scale(${scale.toString()})`} fill="currentColor">
          <path d={`M-1 0h2V${BASE.toString()}h-2z`} />
          <circle cy={BASE + 8} r="8" />
        </g>
      </svg>
    </svg>
  )
}

interface BlocksProps extends RulerScaleProps {
  readonly anchor: Instant
}

function Blocks(props: BlocksProps) {
  const blocks = rulerBlocks(props)
  const highest = Math.max(1, ...blocks.map(({ totalMinor }) => totalMinor ?? 0))
  return blocks.map((block) => <Block key={block.endMs} {...props} {...{ block, highest }} />)
}

const xOf = (at: number, anchor: Instant): number => ((at - anchor) / BLOCK_MS) * BLOCK_PX

interface BlockProps extends BlocksProps {
  readonly block: RulerBlock
  readonly highest: number
}

function Block({ block, highest, anchor, until, zone, currency }: BlockProps) {
  const format = useFormat()
  const { startMs, endMs, totalMinor } = block
  const left = xOf(startMs, anchor)
  const right = xOf(endMs, anchor)
  const top = totalMinor === null ? BASE : BASE - LOWEST - (totalMinor / highest) * (TALLEST - LOWEST)
  const state = endMs < until ? 'past' : startMs < until ? 'now' : 'ahead'
  const isHour = (endMs + offsetAt(endMs, zone)) % HOUR_MS === 0
  return (
    <>
      <rect
        x={left + GAP / 2}
        y={top}
        width={Math.max(0, right - left - GAP)}
        height={BASE - top}
        rx="4"
        style={{ fill: FILL[state] }}
      />
      {totalMinor !== null && right - left > BLOCK_PX / 2 && (
        <text x={(left + right) / 2} y={top + 20} style={state === 'now' ? { fill: 'var(--on-brand)' } : undefined}>
          {format.moneyFigure({ amountMinor: totalMinor, currency })}
        </text>
      )}
      <path d={`M${right.toString()} ${BASE.toString()}h1v${isHour ? '12' : '6'}h-1z`} />
      {isHour && (
        <text x={right} y={BASE + 32}>
          {format.time(toInstant(endMs), zone)}
        </text>
      )}
    </>
  )
}
