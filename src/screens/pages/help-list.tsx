import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { HELP_TOPICS, type HelpArticle } from '../../domain/article.ts'
import { toSearchText } from '../../domain/search-text.ts'
import { useHelp } from '../../parts/help/help-articles.ts'
import { helpHref } from '../../parts/help/help-href.ts'
import parts from '../../parts/parts.module.css'
import { topicName } from '../../parts/help/topic-name.tsx'
import { ChevronEndIcon, SearchIcon } from '../../ui/icons-action.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** All articles by topic, or those matching the search, ignoring accents and case. */
export function HelpList() {
  const { t } = useLingui()
  const { articles, find } = useHelp()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // The prerendered page accepts input before hydration, so read what was typed by then.
  useEffect(() => setTyped(box.current?.querySelector('input')?.value ?? ''), [])
  const text = toSearchText(typed)
  const found = text === '' ? null : find(text)
  return (
    <div ref={box} className={parts.form}>
      <div role="search">
        <TextField
          label={t`Search the help`}
          icon={<SearchIcon />}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <p role="status">
        {found !== null &&
          (found.length === 0 ? (
            <Trans>Nothing found. Try another word, or write to us below.</Trans>
          ) : (
            <Plural value={found.length} one="# page found" other="# pages found" />
          ))}
      </p>
      {found !== null && found.length > 0 && <Articles articles={found} label={t`Pages found`} />}
      {found === null &&
        HELP_TOPICS.map((topic) => (
          <section key={topic} aria-labelledby={`help-${topic}`}>
            <h2 id={`help-${topic}`}>{topicName(topic)}</h2>
            <Articles articles={articles.filter((article) => article.topic === topic)} />
          </section>
        ))}
    </div>
  )
}

function Articles({ articles, label }: { readonly articles: readonly HelpArticle[]; readonly label?: string }) {
  return (
    <RowList form="card" {...(label === undefined ? {} : { label })}>
      {articles.map((article) => (
        <li key={article.slug}>
          <Link to={helpHref(article)} {...listRowLook('fact')}>
            <ListRowFace title={article.title} end={<ChevronEndIcon />} />
          </Link>
        </li>
      ))}
    </RowList>
  )
}
