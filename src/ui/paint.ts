/** Runs `task` once the browser has painted what React just committed; returns the way to call it off. */
export function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame callback runs before its paint, a timer set in it after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task, 0)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Whether all code is on the phone: then nothing is gained by painting before it is asked for. */
export const isInstalled = (): boolean => (navigator.serviceWorker?.controller ?? null) !== null
