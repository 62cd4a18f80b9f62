import type { Park } from '../contract/parks.ts'
import type { Result } from '../lib/result.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'

export interface SetFavouriteInput {
  readonly park: Pick<Park, 'id' | 'name' | 'slug' | 'address'>
  readonly isWanted: boolean
  /** Whether the provider has it as a favourite, as far as the phone knows: two taps with no signal then leave nothing to send. */
  readonly isHeld: boolean
}

/** Keeps a car park at hand, or lets it go. */
export const setFavourite = (
  { park: { id, name, slug, address }, isWanted, isHeld }: SetFavouriteInput,
  asker: Asker = thisAsker,
): Promise<Result<Asked, ActionError>> =>
  ask(asker, {
    kind: isWanted ? 'favourite.add' : 'favourite.remove',
    parkId: id,
    place: { name, slug, address },
    isHeld,
  })
