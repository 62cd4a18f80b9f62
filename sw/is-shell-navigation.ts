/** Paths of this origin that belong to the provider and are not pages of the app. */
const NOT_PAGES = ['/api', '/sandbox', '/__']

const lastSegment = (pathname: string): string => pathname.slice(pathname.lastIndexOf('/') + 1)

/** Returns whether opening this path shows the app: everything but the provider's paths and files. */
export const isShellNavigation = (pathname: string): boolean =>
  !NOT_PAGES.some((place) => pathname === place || pathname.startsWith(`${place}/`)) &&
  !lastSegment(pathname).includes('.')
