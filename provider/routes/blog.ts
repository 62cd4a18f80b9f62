import { Hono } from 'hono'
import * as v from 'valibot'
import { postList, postSingle } from '../../src/contract/blog.ts'
import { pageQuery } from '../../src/contract/common.ts'
import { toFeed } from '../content/feed.ts'
import { findPicture, findPost, listPosts } from '../content/posts.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'

const ID = /^\d{1,6}$/
/** A day: a post's picture hardly ever changes. */
const PICTURE_AGE = 'public, max-age=86400'
/** An SVG opened on its own runs no script, whatever it contains. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** GET /blog and /blog/{id}: whole posts in the requested language, newest first; the feed; pictures of posts. */
export function blogRoutes({ config }: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const listed = describe({ tag: 'blog', summary: 'Posts, newest first', answers: { 200: postList } }, config)
  routes.get('/blog', listed, validate('query', v.object(pageQuery)), (c) => {
    const { page, size } = c.req.valid('query')
    const posts = listPosts(c.get('language'))
    const items = posts.slice((page - 1) * size, page * size)
    const pages = Math.max(1, Math.ceil(posts.length / size))
    return c.json({ items, total: posts.length, page, size, pages }, 200, { vary: 'Accept-Language' })
  })
  for (const language of ['en', 'fr'] as const)
    routes.get(`/blog/feed.${language}.xml`, (c) =>
      c.body(toFeed(listPosts(language), language, config.publicUrl), 200, {
        'content-type': 'application/rss+xml; charset=utf-8',
      }),
    )
  routes.get('/blog/pictures/:name', (c) => {
    const picture = findPicture(c.req.param('name'))
    if (picture === undefined) return problem(c, 'not_found')
    return c.body(new Uint8Array(picture.bytes), 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': PICTURE_AGE,
      'content-security-policy': PICTURE_POLICY,
    })
  })
  const shown = describe({ tag: 'blog', summary: 'One post', answers: { 200: postSingle } }, config)
  routes.get('/blog/:id', shown, (c) => {
    const id = c.req.param('id')
    const data = ID.test(id) ? findPost(c.get('language'), Number(id)) : undefined
    return data === undefined ? problem(c, 'not_found') : c.json({ data }, 200, { vary: 'Accept-Language' })
  })
  return routes
}
