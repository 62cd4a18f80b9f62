import { Suspense, useEffect, useState, type ReactNode } from 'react'

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

/** An island that needs the data layer: its code is asked for after the first paint, the fallback holds its place. */
export function AfterPaint({
  fallback = null,
  children,
}: {
  readonly fallback?: ReactNode
  readonly children: ReactNode
}) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
