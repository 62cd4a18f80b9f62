// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { helpHref } from '../../parts/help/help-href.ts'
import { useHelp } from '../../parts/help/help-articles.ts'
import { topicName } from '../../parts/help/topic-name.tsx'
import { useConnection } from '../../queries/use-connection.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GlobeIcon, MailIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { ArticleDate } from './article-date.tsx'
import { ArticleHead } from './article-head.tsx'
import styles from './articles.module.css'
import { Blocks } from './blocks.tsx'
import { useSection } from './use-section.ts'

/** Each language is named in itself: every article exists in both. */
const LANGUAGES = 'English, français'

/** /help/{slug}, and articles about Baywise with a path of their own, such as /careers. Works offline. */
export default function HelpArticleScreen() {
  const { pathname } = useLocation()
  const { articles } = useHelp()
  const isOffline = useConnection().state === 'offline'
  const slug = pathname.replace(/\/+$/, '').split('/').at(-1)
  const article = articles.find((known) => known.slug === slug)
  useSection(article !== undefined)
  const title = article?.title
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – Baywise`
  }, [title])
  if (article === undefined)
    return (
      <EmptyState
        level={1}
        icon={<SearchIcon size={28} />}
        title={<Trans>There is no such help page</Trans>}
        action={
          <Link to={routes.help.href()} {...buttonLook()}>
            <Trans>All help pages</Trans>
          </Link>
        }
      />
    )
  return (
    <article className={styles.page}>
      <ArticleHead
        back={routes.help.href()}
        place={<Trans>Help</Trans>}
        detail={topicName(article.topic)}
        title={article.title}
        path={helpHref(article)}
      />
      <p className={styles.about}>
        <Plural value={article.minutes} one="# min" other="# min" />,{' '}
        <Trans>
          changed <ArticleDate day={article.changed} />
        </Trans>
      </p>
      <h1 tabIndex={-1}>{article.title}</h1>
      <div className={styles.badges}>
        {isOffline && (
          <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
            <Trans>On this phone</Trans>
          </Badge>
        )}
        <Badge tone="neutral" icon={<GlobeIcon size={18} />}>
          {LANGUAGES}
        </Badge>
      </div>
      <Blocks blocks={article.blocks} />
      <Link to={routes.help.href('contact')} {...buttonLook({ kind: 'soft' })}>
        <MailIcon />
        <span>
          <Trans>Ask us</Trans>
        </span>
      </Link>
    </article>
  )
}
