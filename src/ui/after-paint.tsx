import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { afterPaint, isInstalled } from './paint.ts'
import { Waiting } from './waiting.tsx'

const waiting = <Waiting />

/**
 * An island that needs the data layer: on a first visit its code is loaded after the first paint, and the fallback
 * holds its place.
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
