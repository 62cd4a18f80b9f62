import { useEffect, useState } from 'react'
import { type StorageUsage, readStorageUsage } from '../db/read/storage-usage.ts'
import { readStorageRoom, type StorageRoom } from '../lib/storage-room.ts'

export type { StorageUsage, StorageUsageRows } from '../db/read/storage-usage.ts'

export interface StorageUsageView extends StorageUsage {
  readonly room: StorageRoom
}

type Show = (next: StorageUsageView | (() => never)) => void

async function load(show: Show): Promise<void> {
  try {
    const [rows, room] = await Promise.all([readStorageUsage(), readStorageRoom()])
    show({ ...rows, room })
  } catch (error) {
    // Throws while rendering, as a live query does: the page's error boundary reports storage errors.
    show(() => {
      throw error
    })
  }
}

/**
 * Everything stored on this phone, read once and again on `renew`: it reads every row, which a live query would repeat
 * with each answer. Null until read.
 */
export function useStorageUsage(): { readonly kept: StorageUsageView | null; readonly renew: () => Promise<void> } {
  const [kept, setKept] = useState<StorageUsageView | null>(null)
  useEffect(() => void load(setKept), [])
  return { kept, renew: () => load(setKept) }
}

/** How much storage this app takes, for a single line of text. */
export function useStorageRoom(): StorageRoom | null {
  const [room, setRoom] = useState<StorageRoom | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readStorageRoom().then((read) => {
      if (isCurrent) setRoom(read)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  return room
}
