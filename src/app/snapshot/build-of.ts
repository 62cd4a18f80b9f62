/**
 * Returns the release as recorded in a snapshot: the address of the one stylesheet, which contains a hash of its
 * content. In the installed start page the stylesheet is inlined.
 */
export const buildOf = (page: Document): string =>
  page.querySelector('style[data-sheet]')?.getAttribute('data-sheet') ??
  page.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ??
  ''
