// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { ChevronDownIcon } from '../../ui/icons-action.tsx'
import styles from './operator.module.css'
import type { Section } from './sections.tsx'

interface ConsoleMenuProps {
  readonly sections: readonly Section[]
  readonly shown: Section
  readonly park: string | null
}

/**
 * The console's pages: beside the content on a wide screen; on a narrow one, which they would fill, behind a button
 * with the page's name.
 */
export function ConsoleMenu({ sections, shown, park }: ConsoleMenuProps) {
  const { i18n, t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const choose = () => {
    if (!isOpen) return
    setOpen(false)
    // The focused link disappears, so move the focus.
    opener.current?.focus()
  }
  return (
    <nav className={styles.menu} aria-label={t`Console`}>
      {sections.length > 1 && (
        <button
          ref={opener}
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <shown.icon />
          <span>{i18n._(shown.title)}</span>
          <ChevronDownIcon />
        </button>
      )}
      <div id={id} className={styles.tabs} data-open={isOpen || sections.length === 1 || undefined}>
        {sections.map(({ name, title, icon: Icon }) => (
          <Link
            key={name}
            className={styles.tab}
            aria-current={name === shown.name ? 'page' : undefined}
            to={moreRoutes.operator.href(name, park ?? undefined)}
            onClick={choose}
          >
            <Icon />
            {i18n._(title)}
          </Link>
        ))}
      </div>
    </nav>
  )
}
