/** The browser's report on this app's storage. */
export interface StorageRoom {
  /** Total, including the app's own files; null when the browser does not report it. */
  readonly usedBytes: number | null
  readonly limitBytes: number | null
  /** Whether storage is persistent, so the browser will not evict it by itself; null when not reported. */
  readonly isKept: boolean | null
}

interface StorageLike {
  estimate?(): Promise<{ usage?: number; quota?: number }>
  persisted?(): Promise<boolean>
}

/** Never rejects: values that the browser does not provide are null. */
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
