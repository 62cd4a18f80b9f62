/**
 * An operator's car parks in the console: creating, reading, and stating their facts. Nothing of it is stored on the
 * phone.
 */
import * as v from 'valibot'
import {
  type NewParkBody,
  operatorParkSchema,
  operatorParkSingle,
  type OperatorParkWire,
  type ParkFactsBody,
} from '../contract/operator-parks.ts'
import { instantText } from '../contract/common.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { addConsolePark, changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer = Promise<Result<OperatorParkWire, ActionError>>

const pathOf = (code: string): string => `/parks/${encodeURIComponent(code)}`

export async function loadOperatorPark(code: string): Answer {
  const answer = await readOperator({ method: 'GET', path: pathOf(code), schema: operatorParkSingle })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Creates a car park and adds it to the console's list. */
export async function makeOperatorPark(body: NewParkBody): Answer {
  const answer = await changeOperator({ method: 'POST', path: '/parks', body, schema: operatorParkSingle })
  if (!answer.ok) return answer
  const { id, code, name } = answer.value.data
  addConsolePark({ id, code, name })
  return ok(answer.value.data)
}

/** Refused with the current facts (see `findOtherFacts`) when they differ from those shown. */
export async function stateParkFacts(code: string, body: ParkFactsBody): Answer {
  const answer = await changeOperator({ method: 'PATCH', path: pathOf(code), body, schema: operatorParkSingle })
  if (!answer.ok) return answer
  const { id, name } = answer.value.data
  addConsolePark({ id, code, name })
  return ok(answer.value.data)
}

const otherExtra = v.object({ current: operatorParkSchema })

/** Returns facts stated by another user meanwhile; undefined when the failure has another reason. */
export function findOtherFacts(error: ActionError | null): OperatorParkWire | undefined {
  if (error?.kind !== 'refused' || error.code !== 'version_conflict') return undefined
  const parsed = v.safeParse(otherExtra, error.extra)
  return parsed.success ? parsed.output.current : undefined
}

const unpricedExtra = v.object({
  problems: v.tuple([
    v.object({ field: v.literal('opening_hours'), stay: v.object({ from: instantText, to: instantText }) }),
  ]),
})

/**
 * Returns the first stay that the opening hours allow but no price covers; undefined when the failure has another
 * reason.
 */
export function findUnpriced(error: ActionError | null): { readonly from: Instant; readonly to: Instant } | undefined {
  if (error?.kind !== 'refused' || error.code !== 'validation_failed') return undefined
  const parsed = v.safeParse(unpricedExtra, error.extra)
  if (!parsed.success) return undefined
  const { from, to } = parsed.output.problems[0].stay
  return { from: mustInstant(from), to: mustInstant(to) }
}
