import * as v from 'valibot'
import { instantText, single } from './common.ts'

/** A current or former favourite car park: `version` grows with each change, including removal. */
export const favouriteSchema = v.object({
  park_id: v.number(),
  is_favourite: v.boolean(),
  name: v.string(),
  slug: v.string(),
  address: v.nullable(v.string()),
  version: v.number(),
  updated_at: instantText,
})
export type Favourite = v.InferOutput<typeof favouriteSchema>

export const favouriteSingle = single(favouriteSchema)
export const favouriteAll = single(v.array(favouriteSchema))
