import { type RefObject, useLayoutEffect } from 'react'
import { takeArrival } from '../../lib/arrivals.ts'

const MOTION: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' }
const VIBRATION_MS = 40

export interface ArrivalParts {
  /** The card: its head stays, what is below it opens. */
  readonly card: RefObject<HTMLElement | null>
  readonly head: RefObject<HTMLDivElement | null>
  readonly check: RefObject<SVGSVGElement | null>
}

function openCard(card: HTMLElement, head: HTMLElement): void {
  const closed = card.offsetHeight - head.offsetHeight
  card.animate([{ clipPath: `inset(0 0 ${closed}px)` }, { clipPath: 'inset(0)' }], MOTION)
}

/** Its paths are dashed once over their whole length, see `pathLength`. */
function drawCheck(check: SVGElement): void {
  for (const path of check.querySelectorAll('path')) path.animate({ strokeDashoffset: [1, 0] }, MOTION)
}

/** Absent on iOS; a browser refuses it, and says so in its log, before the first tap on a page. */
function vibrate(): void {
  if (!('vibrate' in navigator) || !('userActivation' in navigator)) return
  if (navigator.userActivation.hasBeenActive) navigator.vibrate(VIBRATION_MS)
}

/** Once for each booking: the card becomes the pass, the check draws itself, the phone is felt. Nothing moves with reduced motion. */
export function useArrival(code: string, { card, head, check }: ArrivalParts): void {
  useLayoutEffect(() => {
    if (!takeArrival(code)) return
    vibrate()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    if (card.current !== null && head.current !== null) openCard(card.current, head.current)
    if (check.current !== null) drawCheck(check.current)
  }, [code, card, head, check])
}
