/** What names a release to a still: the address of its one stylesheet, which holds a hash of its content. */
export const buildOf = (page: Document): string =>
  page.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.getAttribute('href') ?? ''
