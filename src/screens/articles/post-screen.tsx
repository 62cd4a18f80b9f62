// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { ArticleDate } from './article-date.tsx'
import { ArticleHead } from './article-head.tsx'
import styles from './articles.module.css'
import { Blocks } from './blocks.tsx'
import { BlogFailure } from './blog-failure.tsx'
import { usePosts } from './use-posts.ts'
import { useSection } from './use-section.ts'

/** /post/{id}: one post of the blog. */
export default function PostScreen() {
  const { id } = useParams()
  const { posts, hasFailed, retry } = usePosts()
  const post = posts?.find((known) => String(known.id) === id)
  useSection(post !== undefined)
  if (hasFailed || (posts !== null && post === undefined))
    return <BlogFailure message={<Trans>Failed to load the blog post. Please try again.</Trans>} onRetry={retry} />
  if (post === undefined) return <Skeleton size="card" width="full" />
  return (
    <article className={styles.page}>
      <ArticleHead
        back={routes.blog.href()}
        place={<Trans>Blog</Trans>}
        title={post.title}
        path={moreRoutes.post.href(post.id)}
      />
      <p className={styles.about}>
        <ArticleDate day={post.published_on} />, <Plural value={post.minutes} one="# min" other="# min" />
      </p>
      <h1 tabIndex={-1}>{post.title}</h1>
      <Blocks blocks={post.blocks} />
      <p>
        <Link to={routes.blog.href()} className={text.lineLink}>
          <Trans>All posts</Trans>
        </Link>
      </p>
    </article>
  )
}
