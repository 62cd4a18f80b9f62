import { useEffect, useRef, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** The path that was shown last, across layouts: each layout mounts anew. */
let lastPath: string | undefined

/**
 * A new page starts at its top, with the focus on its main part so that readers and keyboards begin there.
 * Going back leaves the position to the browser. The first page is left alone.
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
