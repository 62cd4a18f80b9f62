import type { Queryable } from '../db/database.ts'

/** A stored text in both languages: of a product or plan, or the description of a photo. */
export interface StoredText {
  /** `product 12, name`. */
  readonly at: string
  readonly en: string | null
  readonly fr: string | null
}

/**
 * Lists texts of everything on sale and of photos, and car parks without a name. Review photos have no text of their
 * own: the app names their author.
 */
export const listStoredTexts = (db: Queryable): Promise<readonly StoredText[]> =>
  db.query<StoredText>(
    `select 'product ' || product_id || ', ' || part as at, texts->>'en' as en, texts->>'fr' as fr
       from products, lateral (values ('name', names), ('details', details)) as said(part, texts)
      where active
     union all
     select 'plan ' || plan_id || ', ' || part, texts->>'en', texts->>'fr'
       from plans, lateral (values ('name', names), ('details', details)) as said(part, texts)
      where active
     union all
     select 'car park ' || code || ', photo ' || rank() over (partition by park_id order by place), text_en, text_fr
       from park_photos join parks on parks.id = park_photos.park_id
     union all
     select 'car park ' || code || ', name', nullif(name, ''), nullif(name, '') from parks where name = ''
     order by 1`,
  )
