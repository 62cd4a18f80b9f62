import { type Context, Hono } from 'hono'
import {
  companyDetailSingle,
  companyFundsBody,
  companyList,
  companyMemberBody,
  companyPlatesBody,
  companyStatementQuery,
  companyStatementSingle,
} from '../../src/contract/companies.ts'
import { addFundsSingle } from '../../src/contract/payments.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { validate } from '../http/validate.ts'
import { findOwnCompany } from '../repositories/companies.ts'
import type { Refusal } from '../rules/refusal.ts'
import {
  type Asking,
  listCompaniesOf,
  putMember,
  putPlates,
  readCompany,
  readStatement,
  removeMember,
} from '../services/companies.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { addFunds } from '../services/top-ups.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { paymentLimit } from './guards/payment-limit.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

const NO_STORE = { 'cache-control': 'no-store' }
/** An id that does not exist: malformed ids are answered like unknown ones. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

const idIn = (c: Context<AppEnv>, name: string): string => {
  const id = c.req.param(name) ?? ''
  return isUuid(id) ? id : NO_ID
}

type Told<T> = Result<T, Refusal>

const askedBy = (c: Context<AppEnv>, { clock }: ProviderDeps): Asking => ({
  userId: c.get('userId'),
  companyId: idIn(c, 'id'),
  nowMs: clock.now(),
})

const answer = <T extends object>(c: Context<AppEnv>, told: Told<T>): Response =>
  told.ok ? c.json({ data: told.value }, 200, NO_STORE) : refuse(c, told.error)

const change = <T extends object>(c: Context<AppEnv>, deps: ProviderDeps, work: (tx: Queryable) => Promise<Told<T>>) =>
  idempotent(
    c,
    deps,
    onSql(deps, async (tx) => answer(c, await work(tx))),
  )

type Described = Omit<Parameters<typeof describe>[0], 'tag' | 'secured'>

const say = (deps: ProviderDeps, route: Described) =>
  describe({ tag: 'companies', secured: true, ...route }, deps.config)

function addReading(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.get(
    '/companies',
    say(deps, {
      summary: 'Business accounts that the driver belongs to, and requests for one',
      answers: { 200: companyList },
    }),
    user,
    async (c) => {
      const { userId, nowMs } = askedBy(c, deps)
      return c.json({ items: await listCompaniesOf(deps.db, userId, nowMs) }, 200, NO_STORE)
    },
  )

  routes.get(
    '/companies/:id',
    say(deps, {
      summary: 'A business account with its people, for its administrators alone',
      answers: { 200: companyDetailSingle },
    }),
    user,
    async (c) => answer(c, await readCompany(deps.db, askedBy(c, deps))),
  )

  routes.get(
    '/companies/:id/statement',
    say(deps, {
      summary: 'A month of the company’s wallet, with taxes by name; for its administrators',
      answers: { 200: companyStatementSingle },
    }),
    user,
    validate('query', companyStatementQuery),
    async (c) => answer(c, await readStatement(deps.db, askedBy(c, deps), c.req.valid('query').month)),
  )
}

function addPeople(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.post(
    '/companies/:id/members',
    say(deps, {
      summary: 'Invite an address, or change its role and limits',
      answers: { 200: companyDetailSingle },
      idempotent: true,
    }),
    user,
    validate('json', companyMemberBody),
    (c) => change(c, deps, (tx) => putMember(tx, askedBy(c, deps), c.req.valid('json'))),
  )

  routes.put(
    '/companies/:id/plates',
    say(deps, {
      summary: 'The only vehicles that the company pays for; none: any',
      answers: { 200: companyDetailSingle },
      idempotent: true,
    }),
    user,
    validate('json', companyPlatesBody),
    (c) => change(c, deps, (tx) => putPlates(tx, askedBy(c, deps), c.req.valid('json').plates)),
  )

  routes.delete(
    '/companies/:id/members/:member',
    say(deps, {
      summary: 'Remove somebody; what they have booked stays booked',
      answers: { 200: companyDetailSingle },
      idempotent: true,
    }),
    user,
    (c) => change(c, deps, (tx) => removeMember(tx, askedBy(c, deps), idIn(c, 'member'))),
  )
}

/** Business accounts. Only the list is open to others than their administrators. */
export function companyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  addReading(routes, deps)
  addPeople(routes, deps)

  routes.post(
    '/companies/:id/add-funds',
    say(deps, {
      summary: 'Start a top-up of the company’s wallet at the gateway of its currency',
      answers: { 200: addFundsSingle },
      idempotent: true,
    }),
    user,
    validate('json', companyFundsBody),
    paymentLimit(deps).start,
    (c) =>
      idempotent(c, deps, async (call) => {
        const { userId, companyId } = askedBy(c, deps)
        const company = await findOwnCompany(deps.db, userId, companyId)
        if (company === undefined) return { kind: 'refused', refusal: { code: 'company_not_found' } }
        const { currency } = getCountry(company.country_code)
        return addFunds(deps, {
          ...{ call, userId: company.company_id, returnPath: '/business-accounts' },
          body: { amount: c.req.valid('json').amount, currency },
          origin: requestOrigin(c, deps.config.publicUrl),
        })
      }),
  )

  return routes
}
