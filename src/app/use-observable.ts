import { useSyncExternalStore } from 'react'
import type { Observable } from '../lib/observable.ts'

/**
 * The value of a leaf observable, live. For what the frame shows before the data layer has loaded. `atBuild`: what a page that was
 * rendered at build shows, where this phone may have stored something else.
 */
export const useObservable = <T>(source: Observable<T>, atBuild = (): T => source.get()): T =>
  useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.get(),
    atBuild,
  )
