import type { VerdictKind } from '../../domain/check-in.ts'
import { consoleLog } from '../../lib/log.ts'

/** Hertz and milliseconds. */
type Tone = readonly [hertz: number, ms: number]

/** Rising is good, level asks to look, low and long stops; each verdict is a figure of its own, so that nobody need look up. */
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

/** A tone that comes later belongs to no car. */
const LATE_MS = 400

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

/** The browser keeps a page silent until its first tap, and after a call: a camera that is on from the start needs none. */
async function play(tones: readonly Tone[]): Promise<void> {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  const askedAt = performance.now()
  if (audio.state !== 'running') await audio.resume()
  if (performance.now() - askedAt < LATE_MS) schedule(audio, tones)
}

/** Heard and felt, where the phone can. */
export function signalVerdict(kind: VerdictKind): void {
  // Absent on iOS.
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS[kind]])
  play(SOUNDS[kind]).catch((error: unknown) => consoleLog.info('verdict not heard', { error: String(error) }))
}
