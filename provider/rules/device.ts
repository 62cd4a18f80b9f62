/** The parts of a user agent that let its owner recognise the device, and nothing more. */
export interface Device {
  /** `Chrome`, `Firefox`, `Safari`, `Edge`; null for others. */
  readonly browser: string | null
  /** `Android`, `iOS`, `Windows`, `macOS`, `Linux`; null for others. */
  readonly system: string | null
}

// The order matters: Edge also calls itself Chrome, and everything calls itself Safari.
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer user agents are cut off: no real browser sends one. */
const MAXIMUM_LENGTH = 512

const nameOf = (text: string, names: ReadonlyArray<readonly [RegExp, string]>): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

export function deviceOf(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, MAXIMUM_LENGTH)
  return { browser: nameOf(text, BROWSERS), system: nameOf(text, SYSTEMS) }
}
