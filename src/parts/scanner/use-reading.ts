import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { consoleLog } from '../../lib/log.ts'
import type { QrReader } from './qr-reader.ts'
import type { CameraState } from './use-camera.ts'

/** Pause between two frames: a hand is not faster, and the phone stays cool. */
const PAUSE_MS = 60

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

const isPlaying = ({ readyState, videoWidth }: HTMLVideoElement): boolean =>
  readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && videoWidth > 0

interface Watch {
  readonly element: HTMLVideoElement
  readonly source: Promise<QrReader>
  readonly signal: AbortSignal
  readonly tell: (text: string | null) => void
}

async function watch({ element, source, signal, tell }: Watch): Promise<void> {
  const reader = await source
  while (!signal.aborted) {
    const text = isPlaying(element) ? await reader.read(element) : undefined
    if (text !== undefined && !signal.aborted) tell(text)
    await pause()
  }
}

export interface Reading {
  /** For the element that shows the stream. */
  readonly video: RefObject<HTMLVideoElement | null>
  /** The decoder could not be loaded. */
  readonly isBroken: boolean
}

/** Reads frame after frame while the camera is on. `onFrame` receives the text of each. */
export function useReading(state: CameraState, onFrame: (text: string | null) => void): Reading {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  const tell = useEffectEvent(onFrame)

  useEffect(() => {
    const element = video.current
    if (state.kind !== 'on' || element === null) return undefined
    const turn = new AbortController()
    const { signal } = turn
    element.srcObject = state.camera.stream
    watch({ element, source: state.reader, signal, tell: (text) => tell(text) }).catch((error: unknown) => {
      consoleLog.warn('scanner stopped', { error: String(error) })
      if (!signal.aborted) setBroken(true)
    })
    return () => {
      turn.abort()
      element.srcObject = null
    }
  }, [state])

  return { video, isBroken }
}
