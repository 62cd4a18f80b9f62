import { findPageSnapshot } from '../../lib/page-snapshots.ts'
import { trustStill } from '../trusted-types.ts'
import { buildOf } from './build-of.ts'

export interface StillFrame {
  readonly path: string
  readonly language: string
  readonly nowMs: number
}

/** Shows the last snapshot of this address. Returns false when there is no valid one. */
export function showPageSnapshot(root: HTMLElement, { path, language, nowMs }: StillFrame): boolean {
  const still = findPageSnapshot(path)
  if (still === undefined || nowMs >= still.untilMs) return false
  if (still.language !== language || still.build !== buildOf(document)) return false
  document.documentElement.lang = language
  root.innerHTML = trustStill(still.html)
  root.dataset['still'] = ''
  // Text typed before the app runs would be lost; presses are kept (kept-press.ts).
  for (const form of root.querySelectorAll('form')) form.inert = true
  return true
}
