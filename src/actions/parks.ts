import type { Park } from '../contract/parks.ts'
import type { ParkProblem } from '../domain/park-problem.ts'
import { toPlainText } from '../lib/plain-text.ts'
import type { Result } from '../lib/result.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult } from './requests.ts'

export interface SetFavouriteInput {
  readonly park: Pick<Park, 'id' | 'name' | 'slug' | 'address'>
  readonly isWanted: boolean
  /**
   * Whether the provider has it as a favourite, as far as the phone knows, so that two taps with no signal leave
   * nothing to send.
   */
  readonly isHeld: boolean
}

/** Adds a car park to the favourites, or removes it. */
export const setFavourite = (
  { park: { id, name, slug, address }, isWanted, isHeld }: SetFavouriteInput,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> =>
  enqueueCommand(asker, {
    kind: isWanted ? 'favourite.add' : 'favourite.remove',
    parkId: id,
    place: { name, slug, address },
    isHeld,
  })

export interface ReportProblemInput {
  readonly park: Pick<Park, 'id' | 'name'>
  readonly problem: ParkProblem
  /** As typed. */
  readonly text: string
  /** For `full` and `place_taken`: the booking concerned. */
  readonly booking?: string
  /** A small JPEG, base64. */
  readonly photo?: string
}

/** Returns the cleaned text; null when nothing is left of it. */
export function toProblemText(typed: string): string | null {
  const text = toPlainText(typed)
  return text === '' ? null : text
}

export const reportProblem = (
  { park, problem, text, ...about }: ReportProblemInput,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> =>
  enqueueCommand(asker, {
    kind: 'park.report',
    parkId: park.id,
    parkName: park.name,
    problem,
    text: toProblemText(text),
    ...about,
  })
