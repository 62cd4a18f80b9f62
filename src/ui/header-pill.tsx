import { useEffect, useState, type ReactNode } from 'react'
import styles from './header-pill.module.css'

/** After this many pixels of scrolling the pill shrinks and becomes translucent. */
const SHRINK_AFTER_PX = 20

export interface HeaderProps {
  /** A link with `headerBrandLook()`. */
  readonly brand: ReactNode
  /** Links with `headerLinkLook()`; shown from 768 px, below that in the side menu. */
  readonly links: ReactNode
  readonly linksLabel: string
  readonly actions: ReactNode
}

export const headerBrandLook = () => ({ className: styles.brand })
export const headerNameLook = () => ({ className: styles.name })
export const headerLinkLook = () => ({ className: styles.link })

/** Header variant B: a pill that floats over the page. */
export function HeaderPill({ brand, links, linksLabel, actions }: HeaderProps) {
  const [isShrunk, setShrunk] = useState(false)
  useEffect(() => {
    const update = () => setShrunk(window.scrollY > SHRINK_AFTER_PX)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return (
    <header className={styles.header}>
      <div className={styles.pill} data-shrunk={isShrunk || undefined}>
        <HeaderParts brand={brand} links={links} linksLabel={linksLabel} actions={actions} />
      </div>
    </header>
  )
}

/** Header variant A: a bar across the page, from 768 px. */
export function HeaderBar(props: HeaderProps) {
  return (
    <header className={styles.bar}>
      <HeaderParts {...props} />
    </header>
  )
}

function HeaderParts({ brand, links, linksLabel, actions }: HeaderProps) {
  return (
    <>
      {brand}
      <nav className={styles.links} aria-label={linksLabel}>
        {links}
      </nav>
      <div className={styles.actions}>{actions}</div>
    </>
  )
}

/** The first letter of a name in a disc of 34 px. */
export function Avatar({ letter }: { readonly letter: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {letter}
    </span>
  )
}
