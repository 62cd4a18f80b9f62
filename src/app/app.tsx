import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { BrowserRouter } from 'react-router-dom'
import { AppRoutes } from './app-routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Panels } from './panels.tsx'

/** Everything inside `#root`. The language is active before this renders. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
          <Panels />
        </BrowserRouter>
      </ErrorBoundary>
    </I18nProvider>
  )
}
