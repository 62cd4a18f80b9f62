import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import { toJsonSchema } from '@valibot/to-json-schema'
import { problem as problemSchema } from '../../src/contract/common.ts'
import type { Language } from '../../src/lib/language.ts'
import type { AppEnv } from '../http/app-env.ts'
import { MESSAGES } from '../messages/messages.ts'
import { renderApiPage, type Specification } from './openapi-page.ts'

const { $schema: _unused, ...PROBLEM } = toJsonSchema(problemSchema, { errorMode: 'ignore' })

const DOCUMENTATION = {
  info: { title: MESSAGES.en.documentation.title, version: '1', description: MESSAGES.en.documentation.intro },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      operator: { type: 'http', scheme: 'bearer', bearerFormat: 'bwo_<key id>_<secret>' },
    },
    responses: {
      Problem: {
        description: 'RFC 9457 problem document',
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    },
  },
} as const

/** Caches the first result for every later call with the same argument. */
function once<Key, Made>(make: (key: Key) => Promise<Made>): (key: Key) => Promise<Made> {
  const made = new Map<Key, Promise<Made>>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/**
 * `/api/v1/openapi.json` and `/api/v1/docs`, made from the schemas that check requests and answers of `app`. Generated
 * once: each is hundreds of kilobytes, and a flood of requests would otherwise keep a process fully busy.
 */
export function openapiRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const getSpecification = once<'all', Specification>(() =>
    generateSpecs(app, {
      documentation: DOCUMENTATION as unknown as Specification,
      exclude: [/^\/(?!api\/)/],
      defaultValidationErrorResponse: false,
      excludeStaticFile: false,
    }),
  )
  const getText = once<'all', Uint8Array<ArrayBuffer>>(async (all) =>
    new TextEncoder().encode(JSON.stringify(await getSpecification(all))),
  )
  const getPage = once(async (language: Language) =>
    renderApiPage(await getSpecification('all'), MESSAGES[language].documentation, language),
  )
  routes.get('/api/v1/openapi.json', async (c) =>
    c.body(await getText('all'), 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }),
  )
  routes.get('/api/v1/docs', async (c) => {
    const { html, styleHash } = await getPage(c.get('language'))
    return c.html(html, 200, {
      'content-security-policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
    })
  })
  return routes
}
