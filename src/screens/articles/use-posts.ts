import { loadBlog } from '../../actions/blog.online.ts'
import type { Post } from '../../contract/blog.ts'
import { useFormat } from '../../i18n/format.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useBlog } from '../../queries/use-blog.ts'

export interface ShownPosts {
  /** Null until the phone has a post in this language. */
  readonly posts: readonly Post[] | null
  /** No saved posts, and loading failed. */
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** The phone's copy of the blog, refreshed on display. */
export function usePosts(): ShownPosts {
  const { language } = useFormat()
  const saved = useBlog(language)
  const { failure, retry } = useRefresh(loadBlog, language)
  const posts = saved.status === 'ready' ? saved.value : null
  return { posts, hasFailed: saved.status === 'ready' && posts === null && failure !== null, retry }
}
