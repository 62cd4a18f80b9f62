interface Answered {
  readonly method: string
  /** The route's pattern: a path would make a figure of its own for each car park. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly code: string | undefined
}

/** Counters of this process in Prometheus' text format. */
export interface Metrics {
  /** Counts one answered request, how long it took, and the code of a refusal. */
  observe(answered: Answered): void
  /** Counts a warning or an error that was logged. */
  noteEvent(level: 'warn' | 'error', event: string): void
  /** A round of a background job has ended, at `nowMs`. */
  readonly noteRound: (job: string, isGood: boolean, nowMs: number) => void
  render(gauges: Readonly<Record<string, number>>): string
}

/** Upper bounds of the duration histogram, seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5] as const

type Figures = Map<string, number>

const quote = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

const add = (figures: Figures, labels: string, count = 1): unknown =>
  figures.set(labels, (figures.get(labels) ?? 0) + count)

const family = (name: string, type: 'counter' | 'gauge', figures: Figures): readonly string[] => [
  `# TYPE ${name} ${type}`,
  ...[...figures].map(([labels, value]) => `${name}{${labels}} ${String(value)}`),
]

export function createMetrics(): Metrics {
  const requests: Figures = new Map()
  const refusals: Figures = new Map()
  const events: Figures = new Map()
  const failures: Figures = new Map()
  const rounds: Figures = new Map()
  const buckets = BOUNDS.map(() => 0)
  let count = 0
  let seconds = 0
  return {
    observe({ method, route, status, durationMs, code }) {
      add(requests, `method="${method}",route="${quote(route)}",status="${String(status)}"`)
      if (code !== undefined) add(refusals, `code="${code}"`)
      count += 1
      seconds += durationMs / 1000
      for (const [index, bound] of BOUNDS.entries()) {
        if (durationMs / 1000 <= bound) buckets[index] = (buckets[index] ?? 0) + 1
      }
    },
    noteEvent: (level, event) => void add(events, `level="${level}",event="${event}"`),
    noteRound(job, isGood, nowMs) {
      // From the first round on there is a count to compare with.
      add(failures, `job="${job}"`, isGood ? 0 : 1)
      if (isGood) rounds.set(`job="${job}"`, nowMs / 1000)
    },
    render(gauges) {
      const lines = [
        ...family('baywise_http_requests_total', 'counter', requests),
        ...family('baywise_refusals_total', 'counter', refusals),
        ...family('baywise_events_total', 'counter', events),
        ...family('baywise_job_failures_total', 'counter', failures),
        ...family('baywise_job_last_success_timestamp_seconds', 'gauge', rounds),
      ]
      lines.push('# TYPE baywise_http_request_duration_seconds histogram')
      for (const [index, bound] of BOUNDS.entries()) {
        lines.push(`baywise_http_request_duration_seconds_bucket{le="${String(bound)}"} ${String(buckets[index] ?? 0)}`)
      }
      lines.push(`baywise_http_request_duration_seconds_bucket{le="+Inf"} ${String(count)}`)
      lines.push(`baywise_http_request_duration_seconds_sum ${String(seconds)}`)
      lines.push(`baywise_http_request_duration_seconds_count ${String(count)}`)
      for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${String(value)}`)
      return `${lines.join('\n')}\n`
    },
  }
}
