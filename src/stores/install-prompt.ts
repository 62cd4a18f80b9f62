import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable } from '../lib/observable.ts'

/** Chromium's event when the app can be installed; not in the standard types. */
export interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Null while the browser offers no installation. */
export const installPrompt = observable<InstallPrompt | null>(null)

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

/** Holds back the browser's own prompt until the driver asks for it. Call this first: the event is fired once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    event.preventDefault()
    installPrompt.set(event)
  })
  addEventListener('appinstalled', () => installPrompt.set(null))
}

const DISMISSED_KEY = 'baywise-install-dismissed'

export const isInstallDismissed = (): boolean => readLocalText(DISMISSED_KEY) !== null
export const dismissInstall = (): boolean => writeLocalText(DISMISSED_KEY, '1')

/** Safari on iPhones and iPads installs apps only from its own menu. */
export const isAppleTouch = ({ userAgent, maxTouchPoints }: Navigator = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** Whether the app was opened from the home screen. */
export const isStandalone = (): boolean => matchMedia('(display-mode: standalone)').matches
