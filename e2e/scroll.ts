import type { Page } from '@playwright/test'

/** Scrolls to the end of the page: a target half hidden by the bottom bars would count as too small. */
export const toTheEnd = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
