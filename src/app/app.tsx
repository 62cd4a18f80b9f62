import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { AppRoutes } from './app-routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Panels } from './panels.tsx'

export interface AppProps {
  /** Replaces the browser router where there is no browser. */
  readonly router?: ComponentType<{ children: ReactNode }>
}

/** Everything inside `#root`. The language is active before this renders. */
export function App({ router: Router = BrowserRouter }: AppProps) {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <Router>
          <AppRoutes />
          <Panels />
        </Router>
      </ErrorBoundary>
    </I18nProvider>
  )
}
