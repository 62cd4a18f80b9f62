import type { Page } from '@playwright/test'

/** To the end of the page: what is half behind the bars below would count as too small a target. */
export const toTheEnd = (page: Page): Promise<void> => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
