import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

const KEY = 'baywise-calendar'
/** Bookings that are remembered; older ones have long ended. */
const MOST = 20

function readAll(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(readLocalText(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    )
  } catch {
    return {}
  }
}

/** With which number a stay was last given to the calendar; null: never on this phone. */
export const findExportedSequence = (id: string): number | null => readAll()[id] ?? null

export function saveCalendarExport(id: string, sequence: number): void {
  const { [id]: _replaced, ...others } = readAll()
  writeLocalText(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - MOST), [id, sequence]])))
}

/** At sign-out. */
export const deleteCalendarExports = (): void => removeLocalText(KEY)
