import { useEffect, useRef, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** The path shown last. Kept outside the hook because each layout mounts again. */
let lastPath: string | undefined

/**
 * Scrolls a new page to its top and focuses its main part, so that screen readers and keyboards start there. On back
 * navigation the browser restores the position. The first page is left alone.
 */
export function usePageChange(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const isFirst = lastPath === undefined
    const isSame = lastPath === pathname
    lastPath = pathname
    if (isFirst || isSame) return
    if (navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, navigation])
  return main
}
