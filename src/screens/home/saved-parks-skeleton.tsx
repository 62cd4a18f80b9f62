import { isInstalled } from '../../ui/paint.ts'
import { NewcomerHint } from './newcomer-hint.tsx'
import { ParkRowsSkeleton } from './park-rows-skeleton.tsx'

/** Shown while saved data is read. A first visit has none, so its final content is shown at once. */
export function KnownWaiting() {
  return isInstalled() ? <ParkRowsSkeleton /> : <NewcomerHint />
}
