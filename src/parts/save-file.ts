/** Long enough for the browser to have read the file. */
const KEEP_MS = 60_000

/** Downloads a file in the browser; works offline. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

type TextType = 'application/json' | 'text/csv;charset=utf-8' | 'text/calendar;charset=utf-8'

export const saveFile = (name: string, text: string, type: TextType): void => saveBlob(name, new Blob([text], { type }))

export const saveJsonFile = (name: string, text: string): void => saveFile(name, text, 'application/json')
