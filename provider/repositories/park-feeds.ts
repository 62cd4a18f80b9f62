import type { Queryable } from '../db/database.ts'
import type { FeedItem } from '../rules/read-feed.ts'

/** Stores items newer than the stored ones and ignores unknown car parks. Returns how many were stored. */
export async function storeFeed(
  db: Queryable,
  {
    source,
    by,
    items,
  }: { readonly source: string; readonly by: 'code' | 'source_id'; readonly items: readonly FeedItem[] },
): Promise<number> {
  const rows = items.map(({ park, free, chargers, atMs }) => ({ park, free, chargers, at: new Date(atMs) }))
  const stored = await db.query(
    `insert into park_feeds (park_id, source, free, chargers, at)
     select p.id, $2, i.free, i.chargers, i.at
       from jsonb_to_recordset($1::jsonb) as i (park text, free integer, chargers jsonb, at timestamptz)
       join parks p on ${by === 'code' ? 'p.code = i.park' : 'p.source = $2 and p.source_id = i.park'}
     on conflict (park_id) do update
       set source = excluded.source, free = excluded.free, chargers = excluded.chargers, at = excluded.at
       where park_feeds.at < excluded.at
     returning park_id`,
    [JSON.stringify(rows), source],
  )
  return stored.length
}
