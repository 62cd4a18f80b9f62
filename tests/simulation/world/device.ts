import { createDeviceLocks, type DeviceLocks } from './device-locks.ts'
import type { Fate, Weather } from './link.ts'
import { createDeviceStorage, type DeviceStorage } from './storage.ts'
import type { Tab } from './tab.ts'

/** A phone: storage, clock and connection that its tabs and its worker share. */
export interface Device {
  readonly index: number
  /** Prefix of its databases, like no other in the process. */
  readonly name: string
  readonly storage: DeviceStorage
  readonly locks: DeviceLocks
  /** Older browsers have none: two tabs may then both send. */
  readonly hasLocks: boolean
  readonly bootedAt: number
  /** Of many phones the clock that only runs forward stands still in sleep. */
  readonly standsStill: boolean
  /** How long it has stood still, milliseconds. */
  stoodStillMs: number
  /** A single fate is that of every request: for a story that is told on purpose. */
  weather: Weather | Fate
  /** What becomes of a request whatever the weather; undefined: what the weather says. */
  fateOf: (request: Request) => Fate | undefined
  /** What its clock shows beyond the true time. */
  clockOffsetMs: number
  tabs: Tab[]
  /** The page that was opened or touched last: the others are hidden, and a hidden page does nothing by itself. */
  front: Tab | undefined
  /** In a pocket: no page is in front. */
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

/** When the page in front is gone, the one that was opened last comes to the front. */
export function frontPage(device: Device): Tab | undefined {
  if (device.isHidden) return undefined
  if (device.front?.life.isAlive !== true) device.front = livePages(device).at(-1)
  return device.front
}
