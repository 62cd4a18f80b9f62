import { listPosts } from '../api/blog.ts'
import type { Post } from '../contract/blog.ts'
import { applyPosts } from '../db/apply/blog.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Downloads the blog, which stays readable on the phone. Stored under the language of the answer. */
export const loadBlog = (
  language: Post['language'],
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => listPosts(phone.client))
    if (!answer.ok) return answer
    const posts = answer.value
    await applyPosts(phone.dbs, posts[0]?.language ?? language, { posts, savedAt: phone.clock.now() })
    return ok(null)
  })
