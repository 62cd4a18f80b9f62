import { type RefObject, useLayoutEffect } from 'react'
import { takeArrival } from '../../lib/arrivals.ts'

const MOTION: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' }
const VIBRATION_MS = 40

export interface ArrivalParts {
  /** The card: its head stays in place while the rest is revealed. */
  readonly card: RefObject<HTMLElement | null>
  readonly head: RefObject<HTMLDivElement | null>
  readonly check: RefObject<SVGSVGElement | null>
}

function openCard(card: HTMLElement, head: HTMLElement): void {
  const closed = card.offsetHeight - head.offsetHeight
  card.animate([{ clipPath: `inset(0 0 ${closed}px)` }, { clipPath: 'inset(0)' }], MOTION)
}

/** Each path has a single dash over its whole length; see `pathLength`. */
function drawCheck(check: SVGElement): void {
  for (const path of check.querySelectorAll('path')) path.animate({ strokeDashoffset: [1, 0] }, MOTION)
}

/** Absent on iOS. Before the first tap on a page, browsers refuse to vibrate and log a warning. */
function vibrate(): void {
  if (!('vibrate' in navigator) || !('userActivation' in navigator)) return
  if (navigator.userActivation.hasBeenActive) navigator.vibrate(VIBRATION_MS)
}

/**
 * Plays once per booking: the card opens into the pass, the check mark is drawn, the phone vibrates. No motion with
 * reduced motion.
 */
export function useArrival(code: string, { card, head, check }: ArrivalParts): void {
  useLayoutEffect(() => {
    if (!takeArrival(code)) return
    vibrate()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    if (card.current !== null && head.current !== null) openCard(card.current, head.current)
    if (check.current !== null) drawCheck(check.current)
  }, [code, card, head, check])
}
