/** What names a release to a still: the address of its one stylesheet, which holds a hash of its content. In the installed start page it stands within. */
export const buildOf = (page: Document): string =>
  page.querySelector('style[data-sheet]')?.getAttribute('data-sheet') ??
  page.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ??
  ''
