import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Goes to the section that the address names, once the article is there. */
export function useSection(isThere: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [isThere, hash])
}
