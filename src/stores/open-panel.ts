import { observable } from '../lib/observable.ts'

/** At most one panel lies over the page: the side menu, the settings, what is saved, the country picker or the way out. Screens may open one. */
export type Panel = 'menu' | 'settings' | 'saved' | 'country' | 'sign-out'

export const openPanel = observable<Panel | null>(null)

export const closePanel = (): void => openPanel.set(null)
