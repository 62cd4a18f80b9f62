import { type Context, Hono } from 'hono'
import { favouriteAll, favouriteSingle } from '../../src/contract/favourites.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { type FavouriteRow, toFavouriteWire } from '../repositories/favourites.ts'
import type { Rows } from '../repositories/store.ts'
import { idempotent, onStore } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { findParkOfPath } from './park-of-path.ts'

/** Per driver: more than a list is useful for. */
export const MAXIMUM_FAVOURITES = 200

/** Stands for a park that was never a favourite, without writing a row. */
const neverKept = (park: Park, nowMs: number): FavouriteRow => ({
  ...{ park_id: park.id, is_favourite: false, name: park.name, slug: park.slug, address: park.address },
  ...{ version: 0, updated_at: nowMs },
})

interface Change {
  readonly park: Park
  readonly isFavourite: boolean
  readonly nowMs: number
}

/** Answers with the current state when nothing changes, without writing. */
async function change(c: Context<AppEnv>, tx: Rows, { park, isFavourite, nowMs }: Change): Promise<Response> {
  const userId = c.get('userId')
  if (!(await tx.lockUser(userId))) return problem(c, 'token_invalid')
  const key = { userId, parkId: park.id }
  const known = (await tx.findFavourite(key)) ?? neverKept(park, nowMs)
  if (known.is_favourite === isFavourite) return c.json({ data: toFavouriteWire(known) })
  if (isFavourite && (await tx.listFavourites(userId)).length >= MAXIMUM_FAVOURITES)
    return problem(c, 'too_many_favourites')
  return c.json({ data: toFavouriteWire(await tx.writeFavourite(key, { isFavourite, nowMs })) })
}

function changeRoute(deps: ProviderDeps, routes: Hono<AppEnv>, method: 'PUT' | 'DELETE'): void {
  const isFavourite = method === 'PUT'
  const summary = isFavourite
    ? 'Keep a car park as a favourite, by its id, slug or code'
    : 'Let a favourite go; answers with what is left of it'
  routes.on(
    method,
    '/user/favourites/:park',
    describe(
      { tag: 'favourites', summary, answers: { 200: favouriteSingle }, secured: true, idempotent: true },
      deps.config,
    ),
    requireUser(deps),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      if (park === undefined) return problem(c, 'park_not_found')
      const nowMs = deps.clock.now()
      return idempotent(
        c,
        deps,
        onStore(deps, (tx) => change(c, tx, { park, isFavourite, nowMs })),
      )
    },
  )
}

/** GET /user/favourites; PUT, DELETE /user/favourites/{park}. */
export function favouriteRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/user/favourites',
    describe(
      { tag: 'favourites', summary: 'The user’s favourites', answers: { 200: favouriteAll }, secured: true },
      deps.config,
    ),
    requireUser(deps),
    async (c) => c.json({ data: (await deps.store.listFavourites(c.get('userId'))).map(toFavouriteWire) }),
  )
  changeRoute(deps, routes, 'PUT')
  changeRoute(deps, routes, 'DELETE')
  return routes
}
