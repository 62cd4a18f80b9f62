import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { routes } from '../config/routes.ts'

/**
 * Text pages and their titles: each is an address of the app and also a file that is readable before any script runs.
 */
export const TEXT_PAGES = [
  { path: routes.terms.pattern, name: 'terms', title: msg`Terms of use` },
  { path: routes.privacy.pattern, name: 'privacy', title: msg`Privacy policy` },
  { path: routes.cancellation.pattern, name: 'cancellation', title: msg`Cancellation policy` },
  { path: routes.about.pattern, name: 'about', title: msg`About us` },
  { path: routes.help.pattern, name: 'help', title: msg`Help` },
] as const satisfies ReadonlyArray<{
  readonly path: string
  readonly name: string
  readonly title: MessageDescriptor
}>
