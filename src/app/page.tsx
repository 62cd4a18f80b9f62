import { Suspense, useEffect, type ReactNode } from 'react'
import { Route, useLocation } from 'react-router-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

const SITE = 'Baywise'

export const pageTitle = (title: string | undefined): string => (title === undefined ? SITE : `${title} – ${SITE}`)

/** Renders one screen with its title, a skeleton while its chunk loads, and its own error boundary. */
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

/** Returns the route of one screen. A plain call, not a component: the router checks the types of its children. */
export const page = (path: string, screen: ReactNode, title?: string) => (
  <Route key={path} path={path} element={<Page {...(title === undefined ? {} : { title })}>{screen}</Page>} />
)
