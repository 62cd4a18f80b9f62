import type { SeedResult } from './run-seed.ts'
import { describeStep } from './steps/step.ts'

const LAST_LINES = 25

export const nameFailure = ({ seed, violation }: SeedResult): string =>
  `seed ${String(seed)} breaks "${violation?.invariant ?? ''}"`

/** Describes a failing seed: what broke, the steps it needed, and the end of the trace. */
export function describeFailure(result: SeedResult): string {
  const { violation, schedule, trace } = result
  return [
    nameFailure(result),
    `  ${violation?.message ?? ''}`,
    `schedule, shrunk to ${String(schedule.length)} steps:`,
    ...schedule.map((step) => `  ${describeStep(step)}`),
    'the end of its story:',
    ...trace.slice(-LAST_LINES).map((line) => `  ${line}`),
  ].join('\n')
}
