import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Scrolls to the section named in the URL's hash once the article is rendered. */
export function useSection(isThere: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [isThere, hash])
}
