/// <reference lib="webworker" />
/** Background sync event, in browsers that support it; not yet in TypeScript's library. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
