import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** A part that needs saved data: its code is asked for after the first paint, the fallback holds its place. */
export function Island({ fallback, children }: { readonly fallback: ReactNode; readonly children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // A timer set in a frame callback runs after that frame's paint.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
