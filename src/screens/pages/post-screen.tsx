import { Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import styles from './pages.module.css'
import { BlogFailure } from './blog-failure.tsx'
import { PostDate } from './post-date.tsx'
import { usePosts } from './use-posts.ts'

/** /post/{id}: one post of the blog. */
export default function PostScreen() {
  const { id } = useParams()
  const { posts, hasFailed, retry } = usePosts()
  if (hasFailed)
    return <BlogFailure message={<Trans>Failed to load the blog post. Please try again.</Trans>} onRetry={retry} />
  if (posts === null) return <Skeleton size="card" width="full" />
  const post = posts.find((known) => String(known.id) === id)
  if (post === undefined)
    return <EmptyState level={1} icon={<SearchIcon size={28} />} title={<Trans>This post could not be found.</Trans>} />
  return (
    <article className={styles.page}>
      <h1>{post.title}</h1>
      <small>
        <PostDate day={post.published_on} />
      </small>
      {post.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <Link to={routes.blog.href()} className={text.lineLink}>
          <Trans>All posts</Trans>
        </Link>
      </p>
    </article>
  )
}
