import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

const KEY = 'baywise-calendar'
/** Number of bookings remembered; older ones ended long ago. */
const MAX_ENTRIES = 20

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

/** Returns the sequence of the stay's last calendar export; null if this phone never exported it. */
export const findExportedSequence = (id: string): number | null => readAll()[id] ?? null

export function saveCalendarExport(id: string, sequence: number): void {
  const { [id]: _replaced, ...others } = readAll()
  writeLocalText(
    KEY,
    JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - MAX_ENTRIES), [id, sequence]])),
  )
}

/** Called at sign-out. */
export const deleteCalendarExports = (): void => removeLocalText(KEY)
