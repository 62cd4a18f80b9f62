import type { SeedResult } from './run-seed.ts'
import { describeStep } from './steps/step.ts'

const LAST_LINES = 25

/** A failing seed as it is told: what broke, what had to happen for it, and the end of the story. */
export function describeFailure({ seed, violation, schedule, trace }: SeedResult): string {
  return [
    `seed ${String(seed)} breaks "${violation?.invariant ?? ''}"`,
    `  ${violation?.message ?? ''}`,
    `schedule, shrunk to ${String(schedule.length)} steps:`,
    ...schedule.map((step) => `  ${describeStep(step)}`),
    'the end of its story:',
    ...trace.slice(-LAST_LINES).map((line) => `  ${line}`),
  ].join('\n')
}
