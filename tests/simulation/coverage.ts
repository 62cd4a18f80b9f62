import type { Schedule } from './steps/step.ts'

/** Counts each kind of fault that occurred, so that no kind drops out unnoticed. */
export type Coverage = Map<string, number>

export function count(coverage: Coverage, what: string, times = 1): void {
  coverage.set(what, (coverage.get(what) ?? 0) + times)
}

export function addTo(total: Coverage, more: Coverage): void {
  for (const [what, times] of more) count(total, what, times)
}

export function countSteps(coverage: Coverage, schedule: Schedule): void {
  for (const { event } of schedule) count(coverage, event.kind === 'act' ? `tap: ${event.verb}` : `step: ${event.kind}`)
}

export const describeCoverage = (coverage: Coverage): string =>
  [...coverage]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([what, times]) => `  ${String(times).padStart(8)}  ${what}`)
    .join('\n')
