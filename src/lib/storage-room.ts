/** What the browser says about the room that this app takes. */
export interface StorageRoom {
  /** Everything together, the app's own files too; null where the browser does not tell. */
  readonly usedBytes: number | null
  readonly limitBytes: number | null
  /** Whether the browser has promised not to throw it away by itself; null where it does not tell. */
  readonly isKept: boolean | null
}

interface StorageLike {
  estimate?(): Promise<{ usage?: number; quota?: number }>
  persisted?(): Promise<boolean>
}

/** Never rejects: a browser that does not say, or not here, leaves the answer open. */
export async function readStorageRoom(): Promise<StorageRoom> {
  const storage = (globalThis as { navigator?: { storage?: StorageLike } }).navigator?.storage
  const [room, kept] = await Promise.allSettled([storage?.estimate?.(), storage?.persisted?.()])
  const estimate = room.status === 'fulfilled' ? room.value : undefined
  return {
    usedBytes: estimate?.usage ?? null,
    limitBytes: estimate?.quota ?? null,
    isKept: kept.status === 'fulfilled' ? (kept.value ?? null) : null,
  }
}
