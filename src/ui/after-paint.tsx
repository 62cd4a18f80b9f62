import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Waiting } from './waiting.tsx'

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

const waiting = <Waiting />

/**
 * An island that needs the data layer: at a first visit its code is asked for after the first paint and the fallback holds
 * its place.
 */
export function AfterPaint({
  fallback = waiting,
  children,
}: {
  readonly fallback?: ReactNode
  readonly children: ReactNode
}) {
  const [isPainted, setPainted] = useState(isInstalled)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
