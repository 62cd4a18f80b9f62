/** Runs `task` once the browser has painted what React just committed. Returns the function that cancels it. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame callback runs before its paint, a timer set inside it after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task, 0)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Whether all code is on the phone: then painting before loading it gains nothing. */
export const isInstalled = (): boolean => (navigator.serviceWorker?.controller ?? null) !== null
