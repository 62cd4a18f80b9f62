import type { RequestLimits, SimulationTarget } from '../target.ts'

export interface WorldSetup {
  readonly seed: number
  readonly target: SimulationTarget
  readonly users: number
  readonly capacities: readonly number[]
  readonly balanceMinor: number
  readonly devices: number
  readonly limits?: RequestLimits | undefined
}
