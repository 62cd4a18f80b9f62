import type { Post } from '../../contract/blog.ts'
import { blogKey } from '../blog-key.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/** Returns the posts as last fetched, newest first; null when never fetched. */
export const readPosts = (
  language: Post['language'],
  dbs: Databases = databases,
): Promise<Saved<readonly Post[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(blogKey(language))
    return { value: row?.posts ?? null, savedAt: row?.savedAt ?? null }
  })
