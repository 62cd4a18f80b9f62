import { err, type Result } from '../lib/result.ts'
import type { ActionError } from './action-error.ts'
import type { Asked } from './ask.ts'
import { refusalOf } from './refusal-of.ts'

/** For a dialog that stays open on a refusal: the provider's answer at once is an error like any other. */
export function answered(result: Result<Asked, ActionError>): Result<Asked, ActionError> {
  const refusal = result.ok ? refusalOf(result.value.row) : null
  return refusal === null ? result : err(refusal)
}
