import { useSyncExternalStore } from 'react'
import type { Observable } from '../lib/observable.ts'

/**
 * Returns the live value of a leaf observable, for what the frame shows before the data layer has loaded. `atBuild`:
 * the value used in a page rendered at build, where this phone may have stored a different one.
 */
export const useObservable = <T>(source: Observable<T>, atBuild = (): T => source.get()): T =>
  useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.get(),
    atBuild,
  )
