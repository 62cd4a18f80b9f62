/** Long enough for the browser to have taken the file. */
const KEEP_MS = 60_000

/** Gives a text to the browser as a file; works with no signal. */
export function saveFile(name: string, text: string, type: 'application/json' | 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

export const saveJsonFile = (name: string, text: string): void => saveFile(name, text, 'application/json')
