/** Cumulative counts of values up to each bound, in Prometheus' format. */
export interface Histogram {
  add(value: number): void
  /** Returns its lines in Prometheus' text format; `labels`, such as `method="PUT"`, may be empty. */
  lines(name: string, labels: string): readonly string[]
}

export function createHistogram(bounds: readonly number[]): Histogram {
  const buckets = bounds.map(() => 0)
  let count = 0
  let sum = 0
  return {
    add(value) {
      count += 1
      sum += value
      for (const [index, bound] of bounds.entries()) {
        if (value <= bound) buckets[index] = (buckets[index] ?? 0) + 1
      }
    },
    lines(name, labels) {
      const [inside, before] = labels === '' ? ['', ''] : [`{${labels}}`, `${labels},`]
      return [
        ...bounds.map(
          (bound, index) => `${name}_bucket{${before}le="${String(bound)}"} ${String(buckets[index] ?? 0)}`,
        ),
        `${name}_bucket{${before}le="+Inf"} ${String(count)}`,
        `${name}_sum${inside} ${String(sum)}`,
        `${name}_count${inside} ${String(count)}`,
      ]
    },
  }
}
