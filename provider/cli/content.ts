import { moreRoutes } from '../../src/config/more-routes.ts'
import { routes } from '../../src/config/routes.ts'
import { checkContent, readContent } from '../content/check-content.ts'
import type { Queryable } from '../db/database.ts'
import { listStoredTexts } from '../repositories/stored-texts.ts'
import type { Printed } from './attendants.ts'

/** Every URL pattern of the app, and the anchors that content pages may link to. */
const APP = {
  patterns: [
    ...Object.values({ ...routes, ...moreRoutes }).map(({ pattern }) => pattern),
    ...['airport', 'stadium', 'station', 'city'].map((kind) => `/parking-types/${kind}-parking`),
  ],
  anchors: new Set([routes.help.href('contact'), routes.about.href('owners'), routes.about.href('licences')]),
}

const toPrinted = (findings: readonly string[], checked: string): Printed => ({
  lines: [...findings, `${checked}: ${String(findings.length)} to mend`],
  exitCode: findings.length === 0 ? 0 : 1,
})

/** Checks the files only, without opening a database. */
export const checkContentFiles = (): Printed => toPrinted(checkContent(readContent(APP)), 'Articles and posts')

/** Checks the files, and that products, plans and car parks have text in both languages. */
export async function checkAllContent(db: Queryable): Promise<Printed> {
  const stored = await listStoredTexts(db)
  const missing = stored.flatMap(({ at, en, fr }) =>
    [...((en ?? '').trim() === '' ? ['en'] : []), ...((fr ?? '').trim() === '' ? ['fr'] : [])].map(
      (language) => `${at}: no text in ${language}`,
    ),
  )
  return toPrinted(
    [...checkContent(readContent(APP)), ...missing],
    'Articles, posts, products, plans, car parks and their photos',
  )
}
