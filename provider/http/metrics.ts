import { createHistogram, type Histogram } from './histogram.ts'

interface Answered {
  readonly method: string
  /** The route's pattern: a path would create a separate figure for each car park. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly code: string | undefined
}

/** This process's counters in Prometheus' text format. */
export interface Metrics {
  /** Counts one answered request, its duration, and the code of a refusal. */
  observe(answered: Answered): void
  /** Counts a request that took effect, and how long it had waited on a phone. */
  observeWait(waited: Pick<Answered, 'method' | 'route'> & { readonly seconds: number }): void
  /** Counts a logged warning or error. */
  noteEvent(level: 'warn' | 'error', event: string): void
  /** Records that a background job's round ended at `nowMs`. */
  readonly noteRound: (job: string, isGood: boolean, nowMs: number) => void
  render(gauges: Readonly<Record<string, number>>): string
}

/**
 * Upper bounds of the histograms in seconds: for answers, and for the time that requests wait on phones for a
 * connection.
 */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5] as const
const WAIT_BOUNDS = [2, 10, 60, 600, 3_600, 21_600, 86_400, 604_800] as const

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
  const durations = createHistogram(BOUNDS)
  const waits = new Map<string, Histogram>()
  return {
    observe({ method, route, status, durationMs, code }) {
      add(requests, `method="${method}",route="${quote(route)}",status="${String(status)}"`)
      if (code !== undefined) add(refusals, `code="${code}"`)
      durations.add(durationMs / 1000)
    },
    observeWait({ method, route, seconds }) {
      const labels = `method="${method}",route="${quote(route)}"`
      const histogram = waits.get(labels) ?? createHistogram(WAIT_BOUNDS)
      histogram.add(seconds)
      waits.set(labels, histogram)
    },
    noteEvent: (level, event) => void add(events, `level="${level}",event="${event}"`),
    noteRound(job, isGood, nowMs) {
      // Adding 0 exports the counter from the first round on, so that there is a value to compare with.
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
      const [duration, wait] = ['baywise_http_request_duration_seconds', 'baywise_outbox_wait_seconds']
      lines.push(`# TYPE ${duration} histogram`, ...durations.lines(duration, ''))
      lines.push(`# TYPE ${wait} histogram`)
      for (const [labels, histogram] of waits) lines.push(...histogram.lines(wait, labels))
      for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${String(value)}`)
      return `${lines.join('\n')}\n`
    },
  }
}
