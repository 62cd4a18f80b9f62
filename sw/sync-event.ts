/// <reference lib="webworker" />
/** Background sync as browsers that have it send it; not yet in TypeScript's own library. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
