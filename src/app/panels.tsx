import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon } from '../ui/icons-action.tsx'
import { afterPaint } from '../ui/paint.ts'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { closePanel, openPanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

const CountryOverlay = lazyScreen(() => import('./country-overlay.tsx'))
const CountryPicker = lazyScreen(() => import('./country-picker.tsx'))
const SettingsPanel = lazyScreen(() => import('./settings-panel.tsx'))
const SavedPanel = lazyScreen(() => import('./saved-panel.tsx'))
const SignOutPanel = lazyScreen(() => import('./sign-out-panel.tsx'))
const SideMenu = lazyScreen(() => import('./side-menu.tsx'))

/** Panels over the page. Each is a chunk of its own, loaded when it opens. */
export function Panels() {
  const panel = useObservable(openPanel)
  const { pathname } = useLocation()
  const isAtGate = pathname === routes.check.pattern
  const [isCountryMissing, setCountryMissing] = useState(false)
  // Checked after the page has painted. An attendant needs no country.
  useEffect(
    () => (isAtGate ? undefined : afterPaint(() => setCountryMissing(selectedCountry.get() === null))),
    [isAtGate],
  )
  return (
    <>
      {isCountryMissing && (
        // The page works without the question; the header still offers the choice.
        <ErrorBoundary around={() => null}>
          <Suspense fallback={null}>
            <CountryOverlay />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary key={panel} around={inPlaceOfPanel} isPanel>
        <Suspense fallback={null}>
          {panel === 'menu' && <SideMenu open />}
          {panel === 'settings' && <SettingsPanel open />}
          {panel === 'saved' && <SavedPanel />}
          {panel === 'sign-out' && <SignOutPanel />}
          {panel === 'country' && <CountryPicker open />}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

const inPlaceOfPanel = (failure: ReactNode): ReactNode => <FailedPanel>{failure}</FailedPanel>

/** Keeps a failed panel from affecting the page: typed text stays. */
function FailedPanel({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className={styles.overlay} role="alert">
      {children}
      <IconButton label={t`Close`} icon={<CloseIcon />} onClick={closePanel} />
    </div>
  )
}
