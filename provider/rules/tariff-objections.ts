import { toRfc3339 } from '../../src/domain/instant.ts'
import type { ShownStay, TariffProblem } from '../../src/domain/tariff-problem.ts'
import type { Objection } from './refusal.ts'

const stayToWire = ({ from, to, totalMinor, beforeMinor }: ShownStay) => ({
  ...{ from: toRfc3339(from), to: toRfc3339(to), price: totalMinor, price_before: beforeMinor },
})

const ruleOf = ({ place }: TariffProblem): string =>
  place === null ? 'rules' : `rules.${place.list}.${String(place.index)}`

/** Reports each problem with a stay that demonstrates it: what it would cost, and what it costs now. */
function refuseFor(
  problems: readonly TariffProblem[],
  { fieldOf, words }: { readonly fieldOf: (problem: TariffProblem) => string; readonly words: string },
): Objection {
  return {
    code: 'validation_failed',
    fields: problems.map((problem) => ({ field: fieldOf(problem), code: 'invalid' })),
    extra: {
      problems: problems.map((problem) => ({
        ...{ fault: problem.fault, field: fieldOf(problem), stay: stayToWire(problem.stay) },
        other: problem.other === null ? null : stayToWire(problem.other),
      })),
    },
    words,
  }
}

/** Refuses prices that have problems. */
export const refuseRules = (problems: readonly TariffProblem[]): Objection =>
  refuseFor(problems, {
    fieldOf: ruleOf,
    words: `The prices have problems: ${problems.map(({ fault }) => fault).join(', ')}.`,
  })

/** Refuses opening hours that include an hour without a price. */
export const refuseHours = (problem: TariffProblem): Objection =>
  refuseFor([problem], { fieldOf: () => 'opening_hours', words: 'An hour would be open without a price.' })
