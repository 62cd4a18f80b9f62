import { Hono } from 'hono'
import {
  operatorChangeList,
  type OperatorChangeWire,
  operatorKeySingle,
  type OperatorKeyWire,
  operatorListQuery,
} from '../../../src/contract/operator.ts'
import { toRfc3339 } from '../../../src/domain/instant.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listOperatorChanges, type OperatorChangeRow, type OperatorKeyRow } from '../../repositories/operators.ts'
import { findOrganisation } from '../../repositories/organisations.ts'
import { findParksById } from '../../repositories/pairing.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { describeOperator, NO_STORE, toPage } from './answer.ts'
import { KEY_EXAMPLE } from './examples.ts'

async function organisationOf(db: Queryable, id: string | null): Promise<OperatorKeyWire['organisation']> {
  const row = id === null ? undefined : await findOrganisation(db, id)
  return row === undefined ? null : { id: row.organisation_id, name: row.name }
}

export const toKeyWire = async (db: Queryable, row: OperatorKeyRow): Promise<OperatorKeyWire> => ({
  key_id: row.key_id,
  name: row.name,
  organisation: await organisationOf(db, row.organisation_id),
  role: row.role,
  scopes: [...row.scopes],
  parks: row.parks === null ? null : [...(await findParksById(db, row.parks))],
  created_at: toRfc3339(row.created_at),
  expires_at: row.expires_at === null ? null : toRfc3339(row.expires_at),
})

const toChangeWire = ({ change_id: id, changed_at: at, ...row }: OperatorChangeRow): OperatorChangeWire => ({
  ...row,
  id,
  at: toRfc3339(at),
})

/** What a key may do, and its history. */
export function operatorKeyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get(
    '/operator/key',
    describeOperator(deps, {
      summary: 'What this key may do, and until when',
      answers: { 200: operatorKeySingle },
      example: KEY_EXAMPLE,
    }),
    requireOperator(deps, null),
    async (c) => c.json({ data: await toKeyWire(deps.db, c.get('operator')) }, 200, NO_STORE),
  )

  routes.get(
    '/operator/changes',
    describeOperator(deps, {
      summary: 'Who changed what, the latest first; a key for some car parks sees its own changes',
      answers: { 200: operatorChangeList },
    }),
    requireOperator(deps, 'audit'),
    validate('query', operatorListQuery),
    async (c) => {
      const asked = c.req.valid('query')
      const { key_id: own, parks } = c.get('operator')
      const { rows, total } = await listOperatorChanges(deps.db, { keyId: parks === null ? null : own, ...asked })
      return c.json(toPage(rows.map(toChangeWire), total, asked), 200, NO_STORE)
    },
  )
  return routes
}
