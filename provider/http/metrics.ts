interface Answered {
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly code: string | undefined
}

/** Counters of this process in Prometheus' text format. */
export interface Metrics {
  /** Counts one answered request, how long it took, and the code of a refusal. */
  observe(answered: Answered): void
  render(gauges: Readonly<Record<string, number>>): string
}

/** Upper bounds of the duration histogram, seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5] as const

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const refusals = new Map<string, number>()
  const buckets = BOUNDS.map(() => 0)
  let count = 0
  let seconds = 0
  return {
    observe({ method, status, durationMs, code }) {
      const key = `method="${method}",status="${String(status)}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      if (code !== undefined) refusals.set(code, (refusals.get(code) ?? 0) + 1)
      count += 1
      seconds += durationMs / 1000
      for (const [index, bound] of BOUNDS.entries()) {
        if (durationMs / 1000 <= bound) buckets[index] = (buckets[index] ?? 0) + 1
      }
    },
    render(gauges) {
      const lines = ['# TYPE baywise_http_requests_total counter']
      for (const [labels, value] of requests) lines.push(`baywise_http_requests_total{${labels}} ${String(value)}`)
      lines.push('# TYPE baywise_refusals_total counter')
      for (const [code, value] of refusals) lines.push(`baywise_refusals_total{code="${code}"} ${String(value)}`)
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
