import { err, ok, type Result } from '../../lib/result.ts'

/** `unsupported`: this address or browser gives pages no camera. `lost`: the camera was open and went away. */
export type CameraProblem = 'refused' | 'absent' | 'taken' | 'lost' | 'unsupported'

export interface Zoom {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
}

export interface Camera {
  readonly stream: MediaStream
  readonly hasTorch: boolean
  /** Null when the camera has no zoom. */
  readonly zoom: Zoom | null
  readonly setTorch: (isOn: boolean) => Promise<void>
  readonly setZoom: (value: number) => Promise<void>
  readonly close: () => void
}

/** From the image-capture draft: not in TypeScript's library, and missing in some browsers. */
interface MoreCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
  readonly zoom?: Omit<Zoom, 'value'>
}
interface MoreSettings extends MediaTrackSettings {
  readonly zoom?: number
}
type MoreConstraints = MediaTrackConstraintSet & { readonly torch?: boolean; readonly zoom?: number }

/**
 * `near`: a pass in a driver's hand. `far`: a sign on a wall; from 2 m its modules are visible only in a picture of
 * 1080 lines.
 */
export type Range = 'near' | 'far'

const SIZE = { near: { width: 1280, height: 720 }, far: { width: 1920, height: 1080 } } as const

const wanted = (range: Range): MediaStreamConstraints => ({
  video: {
    facingMode: 'environment',
    width: { ideal: SIZE[range].width },
    height: { ideal: SIZE[range].height },
  },
})

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'taken',
  AbortError: 'taken',
}

const set = (track: MediaStreamTrack, constraints: MoreConstraints): Promise<void> =>
  track.applyConstraints({ advanced: [constraints] })

function toCamera(stream: MediaStream, track: MediaStreamTrack): Camera {
  const { torch, zoom }: MoreCapabilities = 'getCapabilities' in track ? track.getCapabilities() : {}
  const { zoom: value = zoom?.min ?? 1 }: MoreSettings = track.getSettings()
  return {
    stream,
    hasTorch: torch === true,
    zoom: zoom === undefined || zoom.max <= zoom.min ? null : { ...zoom, value },
    setTorch: (isOn) => set(track, { torch: isOn }),
    setZoom: (wanted) => set(track, { zoom: wanted }),
    close: () => track.stop(),
  }
}

/** Opens the rear camera. `onLost`: another app took the camera, or it was unplugged; not called for `close`. */
export async function openCamera(range: Range, onLost: () => void): Promise<Result<Camera, CameraProblem>> {
  // Undefined without https.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined || !('getUserMedia' in devices)) return err('unsupported')
  try {
    const stream = await devices.getUserMedia(wanted(range))
    const [track] = stream.getVideoTracks()
    if (track === undefined) return err('absent')
    track.addEventListener('ended', onLost)
    return ok(toCamera(stream, track))
  } catch (error) {
    const problem = error instanceof DOMException ? PROBLEMS[error.name] : undefined
    if (problem === undefined) throw error
    return err(problem)
  }
}
