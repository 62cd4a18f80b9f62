import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './pages.module.css'
import { BlogFailure } from './blog-failure.tsx'
import { PostDate } from './post-date.tsx'
import { usePosts } from './use-posts.ts'

/** /blog: every post, newest first; readable with no signal once it was seen. */
export default function BlogScreen() {
  const { posts, hasFailed, retry } = usePosts()
  if (hasFailed)
    return <BlogFailure message={<Trans>Failed to load the blog page. Please try again.</Trans>} onRetry={retry} />
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Blog</Trans>
      </h1>
      {posts === null && <Skeleton size="card" width="full" />}
      {posts?.map(({ id, title, summary, published_on: day }) => (
        <article key={id}>
          <h2>
            <Link to={moreRoutes.post.href(id)}>{title}</Link>
          </h2>
          <p>{summary}</p>
          <small>
            <PostDate day={day} />
          </small>
        </article>
      ))}
    </div>
  )
}
