import { observable } from '../lib/observable.ts'

/** At most one panel lies over the page: the side menu, the settings, the country picker or the way out. Screens may open one. */
export type Panel = 'menu' | 'settings' | 'country' | 'sign-out'

export const openPanel = observable<Panel | null>(null)

export const closePanel = (): void => openPanel.set(null)
