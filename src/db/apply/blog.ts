import type { Post } from '../../contract/blog.ts'
import { blogKey } from '../blog-key.ts'
import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Stores the whole blog in one language, which comes in one answer. */
export const applyPosts = async (
  dbs: Databases,
  language: Post['language'],
  saved: { readonly posts: readonly Post[]; readonly savedAt: number },
): Promise<void> => {
  await onPublic(dbs, () => dbs.public.saved.put({ key: blogKey(language), ...saved }))
}
