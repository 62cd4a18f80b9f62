export interface SideStep {
  readonly name: string
  /** How many the step keeps busy. */
  readonly cores: number
  /** Steps that must have ended; those that are not in the list are not waited for. */
  readonly after?: readonly string[]
}

export function runSideBySide<Result>(
  steps: readonly SideStep[],
  how: {
    readonly cores: number
    readonly run: (name: string, write: (text: string) => void) => Promise<Result>
    readonly show: (text: string) => void
  },
): Promise<Result[]>
