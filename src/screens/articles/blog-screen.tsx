// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Post } from '../../contract/blog.ts'
import { useFormat } from '../../i18n/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { ArticleDate } from './article-date.tsx'
import styles from './articles.module.css'
import { BlogFailure } from './blog-failure.tsx'
import { usePosts } from './use-posts.ts'

/** /blog: every post, newest first; readable offline after the first visit. */
export default function BlogScreen() {
  const { posts, hasFailed, retry } = usePosts()
  if (hasFailed)
    return <BlogFailure message={<Trans>Failed to load the blog page. Please try again.</Trans>} onRetry={retry} />
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>
        <Trans>Blog</Trans>
      </h1>
      {posts === null && <Skeleton size="card" width="full" />}
      {/* The links below the posts are rendered with them; rendered earlier, they would be pushed down. */}
      {posts !== null && <Posts posts={posts} />}
    </div>
  )
}

function Posts({ posts }: { readonly posts: readonly Post[] }) {
  const { language } = useFormat()
  return (
    <>
      {posts.map(({ id, title, summary, minutes, published_on: day }) => (
        <article key={id} className={styles.post}>
          <h2>
            <Link to={moreRoutes.post.href(id)}>{title}</Link>
          </h2>
          <p>{summary}</p>
          <p className={styles.about}>
            <ArticleDate day={day} />, <Plural value={minutes} one="# min" other="# min" />
          </p>
        </article>
      ))}
      <p>
        <a href={`/api/v1/blog/feed.${language}.xml`} type="application/rss+xml" className={text.lineLink}>
          <Trans>New posts by RSS</Trans>
        </a>
      </p>
      <p>
        <Link to={routes.help.href()} className={text.lineLink}>
          <Trans>Help</Trans>
        </Link>
      </p>
    </>
  )
}
