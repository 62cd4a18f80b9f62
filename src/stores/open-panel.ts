import { observable } from '../lib/observable.ts'

/**
 * At most one panel is open over the page: the side menu, the settings, saved data, the country picker or signing out.
 * Screens may open one.
 */
export type Panel = 'menu' | 'settings' | 'saved' | 'country' | 'sign-out'

export const openPanel = observable<Panel | null>(null)

export const closePanel = (): void => openPanel.set(null)
