import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const PAGES = globSync(['*.md', '{docs,provider,data,e2e}/**/*.md'])

/** Pages about the code as it is now. A decision names the files of its own date. */
const CURRENT = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/figures.md',
  'docs/walks.md',
  'provider/README.md',
]

const FOLDERS = /^(src|sw|provider|tests|e2e|bench|scripts|docs|data|locales|\.ci)\//
/** Folders that the provider's own page names without `provider/`. */
const OF_PROVIDER = /^(routes|services|repositories|gateways|db|rules|http|messages|tiles|cli)\//

/** Returns the text outside code blocks. */
const proseOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/^```.*?^```$/gms, '')

/** Returns the anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (page: string): string[] =>
  Array.from(proseOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

function isResolved(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.join(path.dirname(page), file)
  return existsSync(target) && (anchor === undefined || anchorsIn(target).includes(anchor))
}

const linksIn = (page: string): string[] =>
  Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  )

function filesNamedIn(page: string): string[] {
  const named = Array.from(proseOf(page).matchAll(/`([\w./-]+\/[\w./-]+\.(?:ts|tsx|sql|cjs|mjs|json|po|md))`/g))
  return named.flatMap(([, file = '']) => {
    if (FOLDERS.test(file)) return [file]
    return page === 'provider/README.md' && OF_PROVIDER.test(file) ? [`provider/${file}`] : []
  })
}

test('every relative link of a page leads to a file, and to a heading where it names one', () => {
  const links = PAGES.flatMap((page) => linksIn(page).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ page, link }) => !isResolved(page, link))).toEqual([])
})

test.each(CURRENT)('%s names files that exist', (page) => {
  const named = filesNamedIn(page)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

test('the README has at most 100 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(100)
})
