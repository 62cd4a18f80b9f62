import { createDeviceLocks, type DeviceLocks } from './device-locks.ts'
import type { Fate, Weather } from './link.ts'
import { createDeviceStorage, type DeviceStorage } from './storage.ts'
import type { Tab } from './tab.ts'

/** A phone: its tabs and its worker share storage, clock and connection. */
export interface Device {
  readonly index: number
  /** Prefix of its databases, unique in the process. */
  readonly name: string
  readonly storage: DeviceStorage
  readonly locks: DeviceLocks
  /** Older browsers have no locks, so two tabs may both send. */
  readonly hasLocks: boolean
  readonly bootedAt: number
  /** On many phones the monotonic clock stops during sleep. */
  readonly standsStill: boolean
  /** How long it has been stopped, milliseconds. */
  stoodStillMs: number
  /** A single fate applies to every request, for scripted stories. */
  weather: Weather | Fate
  /** Overrides the weather for a request; undefined leaves it to the weather. */
  fateOf: (request: Request) => Fate | undefined
  /** Its clock's error against the true time. */
  clockOffsetMs: number
  tabs: Tab[]
  /** The page opened or touched last; the others are hidden, and a hidden page does nothing on its own. */
  front: Tab | undefined
  /** In a pocket: no page is in the foreground. */
  isHidden: boolean
}

export interface DeviceSetup {
  readonly index: number
  readonly name: string
  readonly hasLocks: boolean
  readonly bootedAt: number
  readonly standsStill: boolean
}

export const createDevice = (setup: DeviceSetup): Device => ({
  ...setup,
  storage: createDeviceStorage(),
  locks: createDeviceLocks(),
  weather: 'fine',
  fateOf: () => undefined,
  clockOffsetMs: 0,
  stoodStillMs: 0,
  tabs: [],
  front: undefined,
  isHidden: false,
})

export const weatherOf = ({ weather }: Device): string => (typeof weather === 'string' ? weather : 'fated')

export const livePages = (device: Device): readonly Tab[] =>
  device.tabs.filter((tab) => tab.life.isAlive && tab.kind === 'page')

/** When the foreground page is gone, the one opened last takes its place. */
export function frontPage(device: Device): Tab | undefined {
  if (device.isHidden) return undefined
  if (device.front?.life.isAlive !== true) device.front = livePages(device).at(-1)
  return device.front
}
