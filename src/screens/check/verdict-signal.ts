import type { VerdictKind } from '../../domain/check-in.ts'
import { consoleLog } from '../../lib/log.ts'

/** Hertz and milliseconds. */
type Tone = readonly [hertz: number, ms: number]

/**
 * Rising means good, level means look, low and long means stop; each verdict has its own pattern, so no one needs to
 * look up.
 */
const SOUNDS: Readonly<Record<VerdictKind, readonly Tone[]>> = {
  valid: [
    [880, 90],
    [1320, 160],
  ],
  valid_by_signature: [
    [880, 90],
    [1100, 90],
    [1320, 160],
  ],
  early: [
    [660, 140],
    [660, 140],
  ],
  expired: [
    [660, 140],
    [520, 260],
  ],
  already_inside: [
    [520, 120],
    [660, 120],
    [520, 200],
  ],
  unknown: [[440, 320]],
  update_needed: [
    [660, 100],
    [660, 100],
    [660, 100],
  ],
  wrong_park: [
    [220, 250],
    [180, 250],
  ],
  cancelled: [[200, 600]],
  forged: [
    [220, 150],
    [160, 150],
    [220, 150],
    [160, 300],
  ],
}

/** Milliseconds on, off, on. */
const VIBRATIONS: Readonly<Record<VerdictKind, readonly number[]>> = {
  valid: [80],
  valid_by_signature: [80, 60, 80],
  early: [150, 100, 150],
  expired: [150, 100, 250],
  already_inside: [120, 80, 120, 80, 120],
  unknown: [300],
  update_needed: [100, 100, 100],
  wrong_park: [400, 100, 400],
  cancelled: [700],
  forged: [200, 80, 200, 80, 500],
}

const VOLUME = 0.25
let audio: AudioContext | undefined

/** A tone later than this could be taken for the next car's. */
const MAX_DELAY_MS = 400

function schedule(context: AudioContext, tones: readonly Tone[]): void {
  const loudness = context.createGain()
  loudness.gain.value = VOLUME
  loudness.connect(context.destination)
  let startS = context.currentTime
  for (const [hertz, ms] of tones) {
    const tone = context.createOscillator()
    tone.frequency.value = hertz
    tone.connect(loudness)
    tone.start(startS)
    startS += ms / 1000
    tone.stop(startS)
  }
}

/** Browsers mute a page until its first tap, and again after a call; a camera that starts by itself involves no tap. */
async function play(tones: readonly Tone[]): Promise<void> {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  const askedAt = performance.now()
  if (audio.state !== 'running') await audio.resume()
  if (performance.now() - askedAt < MAX_DELAY_MS) schedule(audio, tones)
}

/** Plays the sound and the vibration, where supported. */
export function signalVerdict(kind: VerdictKind): void {
  // Absent on iOS.
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS[kind]])
  play(SOUNDS[kind]).catch((error: unknown) => consoleLog.info('verdict not heard', { error: String(error) }))
}
