import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable } from '../lib/observable.ts'

/** What Chromium gives when the app can be installed; no standard type has it. */
export interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Null: the browser offers nothing (now). */
export const installPrompt = observable<InstallPrompt | null>(null)

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

/** The browser's own question is put off, to be asked when the driver wants it. Called first of all: it comes once. */
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

/** Safari of iPhones and iPads installs from its own menu alone. */
export const isAppleTouch = ({ userAgent, maxTouchPoints }: Navigator = navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** Opened from the home screen. */
export const isStandalone = (): boolean => matchMedia('(display-mode: standalone)').matches
