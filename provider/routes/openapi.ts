import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import { toJsonSchema } from '@valibot/to-json-schema'
import { problem as problemSchema } from '../../src/contract/common.ts'
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

/** `/api/v1/openapi.json` and `/api/v1/docs`, made once from the schemas that check requests and answers of `app`. */
export function openapiRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  let made: Promise<Specification> | undefined
  const getSpecification = (): Promise<Specification> => {
    made ??= generateSpecs(app, {
      documentation: DOCUMENTATION as unknown as Specification,
      exclude: [/^\/(?!api\/)/],
      defaultValidationErrorResponse: false,
      excludeStaticFile: false,
    })
    return made
  }
  routes.get('/api/v1/openapi.json', async (c) =>
    c.json(await getSpecification(), 200, { 'cache-control': 'no-cache' }),
  )
  routes.get('/api/v1/docs', async (c) => {
    const { html, styleHash } = renderApiPage(
      await getSpecification(),
      MESSAGES[c.get('language')].documentation,
      c.get('language'),
    )
    return c.html(html, 200, {
      'content-security-policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
    })
  })
  return routes
}
