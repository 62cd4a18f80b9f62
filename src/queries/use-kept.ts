import { useEffect, useState } from 'react'
import { type Kept, readKept } from '../db/read/kept.ts'
import { readStorageRoom, type StorageRoom } from '../lib/storage-room.ts'

export type { Kept, KeptRows } from '../db/read/kept.ts'

export interface KeptView extends Kept {
  readonly room: StorageRoom
}

type Show = (next: KeptView | (() => never)) => void

async function load(show: Show): Promise<void> {
  try {
    const [rows, room] = await Promise.all([readKept(), readStorageRoom()])
    show({ ...rows, room })
  } catch (error) {
    // As a live query does: the page's error boundary says what is wrong with the storage.
    show(() => {
      throw error
    })
  }
}

/**
 * What is kept on this phone, read once and again on `renew`: it looks at every row, which a live query would do with each
 * answer that comes in. Null: not read yet.
 */
export function useKept(): { readonly kept: KeptView | null; readonly renew: () => Promise<void> } {
  const [kept, setKept] = useState<KeptView | null>(null)
  useEffect(() => void load(setKept), [])
  return { kept, renew: () => load(setKept) }
}

/** How much room this app takes, for a line that only names it. */
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
