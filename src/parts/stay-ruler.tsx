// The blocks change with every step, so memoisation would only add bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Instant, MINUTE_MS, toInstant } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import { type PriceAt, STAY_STEP_MS } from '../domain/next-step.ts'
import { useFormat } from '../i18n/format.ts'
import { buttonLook } from '../ui/button-look.ts'
import { Total } from '../ui/total.tsx'
import { MinusIcon, PlusIcon } from '../ui/icons-action.tsx'
import { RulerScale } from './ruler-scale.tsx'
import { BLOCK_MS, BLOCK_PX, textScale } from './ruler-blocks.ts'
import styles from './parts.module.css'

const STEP_LOOK = buttonLook({ kind: 'secondary', size: 'small' })
const CENTRED = { textAlign: 'center' } as const
const PAGE_MS = 60 * MINUTE_MS
/** A pointer that moves less than this has tapped. */
const TAP_PX = 6

export interface StayRulerProps {
  readonly label: string
  /** Where the added time, and with it the blocks, begins. */
  readonly from: Instant
  readonly until: Instant
  readonly shortest: Instant
  readonly longest: Instant
  /** The length shown is counted from here. */
  readonly lengthFrom: Instant
  readonly zone: string
  readonly currency: Currency
  readonly priceAt: PriceAt
  readonly onChange: (until: Instant) => void
}

interface Drag {
  readonly startX: number
  readonly until: Instant
}

/**
 * Chooses an end on a scale that is dragged sideways, in steps of five minutes, between the shortest and the longest
 * stay.
 */
export default function StayRuler(props: StayRulerProps) {
  const { label, from, until, shortest, longest, lengthFrom, zone, currency, priceAt, onChange } = props
  const { t } = useLingui()
  const format = useFormat()
  const drag = useRef<Drag | null>(null)
  const [isHeld, setHeld] = useState(false)
  const move = (at: number) => {
    const steps = Math.round((at - from) / STAY_STEP_MS) * STAY_STEP_MS
    const end = toInstant(Math.max(shortest, Math.min(longest, from + steps)))
    if (end !== until) onChange(end)
  }
  const perPx = () => BLOCK_MS / (BLOCK_PX * textScale())
  const release = (event: PointerEvent<HTMLElement>) => {
    const begun = drag.current
    drag.current = null
    setHeld(false)
    if (begun === null || Math.abs(event.clientX - begun.startX) > TAP_PX) return
    const box = event.currentTarget.getBoundingClientRect()
    move(begun.until + (event.clientX - box.left - box.width / 2) * perPx())
  }
  const press = (event: KeyboardEvent) => {
    const at = keyTarget(event.key, { until, shortest, longest })
    if (at === null) return
    event.preventDefault()
    move(at)
  }
  const total = priceAt(until)
  const time = format.time(until, zone)
  const length = format.duration(until - lengthFrom)
  const said = [time, length, total === null ? '' : format.money({ amountMinor: total, currency })]
  const minutes = (at: Instant) => Math.round((at - lengthFrom) / MINUTE_MS)
  return (
    <div>
      <div className={styles.row} style={CENTRED}>
        <button type="button" {...STEP_LOOK} aria-label={t`30 min less`} onClick={() => move(until - BLOCK_MS)}>
          <MinusIcon />
        </button>
        <Total fit={12} amount={time} label={length} />
        <button type="button" {...STEP_LOOK} aria-label={t`30 min more`} onClick={() => move(until + BLOCK_MS)}>
          <PlusIcon />
        </button>
      </div>
      <div
        className={styles.ruler}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={minutes(shortest)}
        aria-valuemax={minutes(longest)}
        aria-valuenow={minutes(until)}
        aria-valuetext={said.filter((part) => part !== '').join(', ')}
        data-held={isHeld || undefined}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { startX: event.clientX, until }
          setHeld(true)
        }}
        onPointerMove={(event) => {
          const begun = drag.current
          if (begun === null || Math.abs(event.clientX - begun.startX) <= TAP_PX) return
          move(begun.until - (event.clientX - begun.startX) * perPx())
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          drag.current = null
          setHeld(false)
        }}
      >
        <RulerScale {...{ from, until, longest, zone, currency, priceAt }} />
      </div>
    </div>
  )
}

/** Returns the end that a key selects; null when it is not a slider key. */
function keyTarget(key: string, { until, shortest, longest }: Pick<StayRulerProps, 'until' | 'shortest' | 'longest'>) {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return until + STAY_STEP_MS
    case 'ArrowLeft':
    case 'ArrowDown':
      return until - STAY_STEP_MS
    case 'PageUp':
      return until + PAGE_MS
    case 'PageDown':
      return until - PAGE_MS
    case 'Home':
      return shortest
    case 'End':
      return longest
    default:
      return null
  }
}
