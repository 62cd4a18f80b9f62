import * as v from 'valibot'
import type { ContactTopic } from '../../domain/contact.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../../lib/local-storage.ts'
import { readTabText, removeTabText, writeTabText } from '../../lib/session-storage.ts'

/** A field of an offered place. */
const typed = v.optional(v.string(), '')

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    ...{ name: v.string(), email: v.string(), company: v.string(), text: v.string() },
    ...{ address: typed, city: typed, country: typed, spaces: typed, hourly: typed, connector: typed },
    ...{ power: typed, chargers: typed, price: typed, per: typed },
  }),
)
export type Draft = v.InferOutput<typeof schema>
export const DRAFT_FIELDS = [
  ...['name', 'email', 'company', 'text', 'address', 'city', 'country', 'spaces', 'hourly', 'connector'],
  ...['power', 'chargers', 'price', 'per'],
] as ReadonlyArray<keyof Draft>

/**
 * Owner of a draft. A visitor's draft stays on the phone; a driver's ends with the tab, because someone else may sign
 * in next.
 */
export interface DraftOf {
  readonly topic: ContactTopic
  readonly userId: string | null
}

const keyOf = ({ topic, userId }: DraftOf): string => `baywise-draft-${topic}${userId === null ? '' : `-${userId}`}`

/** Returns what was typed and not sent; null when there is no valid draft. */
export function readDraft(of: DraftOf): Draft | null {
  const stored = (of.userId === null ? readLocalText : readTabText)(keyOf(of))
  const parsed = v.safeParse(schema, stored)
  return parsed.success ? parsed.output : null
}

export const writeDraft = (of: DraftOf, draft: Draft): boolean =>
  (of.userId === null ? writeLocalText : writeTabText)(keyOf(of), JSON.stringify(draft))

export const forgetDraft = (of: DraftOf): void => (of.userId === null ? removeLocalText : removeTabText)(keyOf(of))
