import { Suspense, useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

const SITE = 'Baywise'

export const pageTitle = (title: string | undefined): string => (title === undefined ? SITE : `${title} – ${SITE}`)

/** One screen: its title, its skeleton while its chunk loads, its own way to fail. */
export function Page({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
