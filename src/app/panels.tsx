import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { selectedCountry } from '../lib/selected-country.ts'
import { afterPaint } from '../ui/paint.ts'
import { lazyScreen } from './lazy-screen.ts'
import { openPanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

const CountryOverlay = lazyScreen(() => import('./country-overlay.tsx'))
const CountryPicker = lazyScreen(() => import('./country-picker.tsx'))
const SettingsPanel = lazyScreen(() => import('./settings-panel.tsx'))
const SavedPanel = lazyScreen(() => import('./saved-panel.tsx'))
const SignOutPanel = lazyScreen(() => import('./sign-out-panel.tsx'))
const SideMenu = lazyScreen(() => import('./side-menu.tsx'))

/** What lies over the page. Each panel is a chunk of its own, asked for when it opens. */
export function Panels() {
  const panel = useObservable(openPanel)
  const { pathname } = useLocation()
  const isAtGate = pathname === routes.check.pattern
  const [isCountryMissing, setCountryMissing] = useState(false)
  // Looked for and asked for once the page is there. An attendant needs none.
  useEffect(
    () => (isAtGate ? undefined : afterPaint(() => setCountryMissing(selectedCountry.get() === null))),
    [isAtGate],
  )
  return (
    <Suspense fallback={null}>
      {isCountryMissing && <CountryOverlay />}
      {panel === 'menu' && <SideMenu open />}
      {panel === 'settings' && <SettingsPanel open />}
      {panel === 'saved' && <SavedPanel />}
      {panel === 'sign-out' && <SignOutPanel />}
      {panel === 'country' && <CountryPicker open />}
    </Suspense>
  )
}
