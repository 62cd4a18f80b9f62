import { isInstalled } from '../../ui/paint.ts'
import { NewcomerHint } from './newcomer-hint.tsx'
import { ParkRowsSkeleton } from './park-rows-skeleton.tsx'

/** While the phone looks up what it knows. At a first visit that is nothing: what will stand there stands there at once. */
export function KnownWaiting() {
  return isInstalled() ? <ParkRowsSkeleton /> : <NewcomerHint />
}
