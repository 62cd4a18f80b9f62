/** Long enough for the browser to have taken the file. */
const KEEP_MS = 60_000

/** Gives JSON to the browser as a file; works with no signal. */
export function saveJsonFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
