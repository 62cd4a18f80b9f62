import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { activate } from '../i18n/activate.ts'
import type { Language } from '../lib/language.ts'
import { App } from './app.tsx'
import { pageTitle } from './page.tsx'
import { TEXT_PAGES } from './text-pages.ts'

/**
 * Used by the build only (scripts/prerender.ts): pages that a first visit can read, and the search form it can submit,
 * before any script has loaded.
 */
const PAGES = [{ path: routes.home.pattern, title: undefined }, ...TEXT_PAGES]

export interface RenderedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  /** The content of `#root`. */
  readonly markup: string
}

async function render(path: string): Promise<string> {
  const AtPath = ({ children }: { readonly children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  )
  const { prelude } = await prerender(<App router={AtPath} />, {
    // No streaming: the parts would be moved into place by inline scripts, which the security policy blocks.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}

export async function renderPages(language: Language): Promise<readonly RenderedPage[]> {
  await activate(language)
  const pages: RenderedPage[] = []
  for (const { path, title } of PAGES)
    pages.push({
      path,
      title: pageTitle(title === undefined ? undefined : i18n._(title)),
      description: i18n._(msg`Book parking ahead. Your pass works offline.`),
      markup: await render(path),
    })
  return pages
}
