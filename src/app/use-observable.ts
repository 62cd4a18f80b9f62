import { useSyncExternalStore } from 'react'
import type { Observable } from '../lib/observable.ts'

/** The value of a leaf observable, live. For what the frame shows before the data layer has loaded. */
export const useObservable = <T>(source: Observable<T>): T => {
  const get = () => source.get()
  return useSyncExternalStore((listener) => source.subscribe(listener), get, get)
}
