import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  invitationBody,
  invitationSingle,
  memberBody,
  memberSingle,
  withdrawInvitationBody,
} from '../../src/contract/console.ts'
import { closureBody, closureEffectSingle, closureSingle } from '../../src/contract/operator-closures.ts'
import { leewayBody, parkLeewaySingle } from '../../src/contract/operator-leeway.ts'
import { newParkBody, operatorParkSingle, parkFactsBody } from '../../src/contract/operator-parks.ts'
import { parkTariffSingle, plannedTariffSingle, tariffPlanBody } from '../../src/contract/operator-tariffs.ts'
import { daySingle } from '../../src/contract/operator-day.ts'
import { staffPairingBody, staffPairingSingle, staffPhoneSingle } from '../../src/contract/operator-staff.ts'
import {
  chargeReportSingle,
  moneyActBody,
  moneyActSingle,
  moneyCasesSingle,
} from '../../src/contract/operator-money.ts'
import {
  operatorStatementSingle,
  payoutBody,
  payoutSingle,
  statementFileSingle,
} from '../../src/contract/operator-statements.ts'
import { operatorKeySingle } from '../../src/contract/operator.ts'
import {
  cancelEventBody,
  eventChangeBody,
  eventCodeBody,
  operatorEventBody,
  operatorEventSingle,
  postponeBody,
} from '../../src/contract/operator-events.ts'
import {
  cancelGiftBody,
  documentFeesBody,
  documentFeesSingle,
  endReferralsBody,
  operatorGiftSingle,
  operatorPlanBody,
  operatorPlanSingle,
  planChangeBody,
  referralTermsBody,
  referralTermsSingle,
  renewalStageBody,
} from '../../src/contract/operator-plans.ts'
import {
  endCouponBody,
  operatorCouponBody,
  operatorCouponSingle,
  operatorProductBody,
  operatorProductSingle,
  orderReturnBody,
  orderStageBody,
  productChangeBody,
} from '../../src/contract/operator-shop.ts'
import { orderSingle } from '../../src/contract/orders.ts'
import { photoOrderBody, photoTextBody } from '../../src/contract/operator-photos.ts'
import { parkPhotosSingle } from '../../src/contract/park-photos.ts'
import { decideRequestBody, spaceRequestSingle } from '../../src/contract/operator-requests.ts'
import {
  operatorReviewSingle,
  reviewAnswerBody,
  reviewObjectionBody,
  reviewStatusBody,
} from '../../src/contract/operator-reviews.ts'
import { renewalSingle } from '../../src/contract/vehicle-documents.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

interface Content {
  readonly content?: {
    readonly 'application/json'?: {
      readonly schema?: { readonly examples?: readonly unknown[] }
      readonly example?: unknown
    }
  }
}
interface Operation {
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

async function readOperations(): Promise<ReadonlyMap<string, Operation>> {
  const answer = await provider.request('GET', '/api/v1/openapi.json')
  const { paths } = (await answer.json()) as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  return new Map(
    Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/v1/operator/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          `${method.toUpperCase()} ${path.slice('/api/v1/operator'.length)}`,
          operation,
        ]),
      ),
  )
}

/** The schemas of each route's body and answer; a list is represented by its items. */
const SCHEMAS: Readonly<Record<string, { readonly body?: v.GenericSchema; readonly answer?: v.GenericSchema }>> = {
  'GET /key': { answer: operatorKeySingle },
  'GET /members': {},
  'PATCH /members/{id}': { body: memberBody, answer: memberSingle },
  'GET /invitations': {},
  'POST /invitations': { body: invitationBody, answer: invitationSingle },
  'PATCH /invitations/{id}': { body: withdrawInvitationBody, answer: invitationSingle },
  'GET /changes': {},
  'GET /events': {},
  'POST /events': { body: operatorEventBody, answer: operatorEventSingle },
  'GET /events/{code}': {},
  'PATCH /events/{code}': { body: eventChangeBody, answer: operatorEventSingle },
  'PUT /events/{code}/start': { body: postponeBody, answer: operatorEventSingle },
  'PUT /events/{code}/status': { body: cancelEventBody, answer: operatorEventSingle },
  'PUT /events/{code}/access-code': { body: eventCodeBody, answer: operatorEventSingle },
  'GET /products': {},
  'POST /products': { body: operatorProductBody, answer: operatorProductSingle },
  'PATCH /products/{id}': { body: productChangeBody, answer: operatorProductSingle },
  'GET /coupons': {},
  'POST /coupons': { body: operatorCouponBody, answer: operatorCouponSingle },
  'PATCH /coupons/{country}/{code}': { body: endCouponBody, answer: operatorCouponSingle },
  'GET /orders': {},
  'GET /orders/{code}': { answer: orderSingle },
  'PUT /orders/{code}/stage': { body: orderStageBody, answer: orderSingle },
  'POST /orders/{code}/returns': { body: orderReturnBody, answer: orderSingle },
  'GET /plans': {},
  'POST /plans': { body: operatorPlanBody, answer: operatorPlanSingle },
  'PATCH /plans/{id}': { body: planChangeBody, answer: operatorPlanSingle },
  'GET /renewals': {},
  'PUT /renewals/{code}/stage': { body: renewalStageBody, answer: renewalSingle },
  'GET /document-fees': { answer: documentFeesSingle },
  'PUT /document-fees': { body: documentFeesBody, answer: documentFeesSingle },
  'GET /referral-terms': {},
  'PUT /referral-terms/{country}': { body: referralTermsBody, answer: referralTermsSingle },
  'GET /requests': {},
  'PUT /requests/{id}/status': { body: decideRequestBody, answer: spaceRequestSingle },
  'GET /reviews': {},
  'PUT /reviews/{id}/answer': { body: reviewAnswerBody, answer: operatorReviewSingle },
  'PUT /reviews/{id}/objection': { body: reviewObjectionBody, answer: operatorReviewSingle },
  'PUT /reviews/{id}/status': { body: reviewStatusBody, answer: operatorReviewSingle },
  'GET /gifts': {},
  'GET /gifts/{id}': { answer: operatorGiftSingle },
  'PUT /gifts/{id}/status': { body: cancelGiftBody, answer: operatorGiftSingle },
  'GET /parks/{code}/day': { answer: daySingle },
  'GET /parks/{code}/statement': { answer: operatorStatementSingle },
  'GET /parks/{code}/statement/lines': {},
  'GET /parks/{code}/statement.csv': {},
  'GET /parks/{code}/statement/file': { answer: statementFileSingle },
  'POST /parks/{code}/payouts': { body: payoutBody, answer: payoutSingle },
  'GET /money/cases': { answer: moneyCasesSingle },
  'GET /money/owed': {},
  'GET /money/charges': { answer: chargeReportSingle },
  'GET /money/actions': {},
  'POST /money/actions': { body: moneyActBody, answer: moneyActSingle },
  'GET /phones': {},
  'POST /phones/pairings': { body: staffPairingBody, answer: staffPairingSingle },
  'DELETE /phones/{id}': { answer: staffPhoneSingle },
  'GET /parks/{code}/closures': {},
  'POST /parks/{code}/closures': { body: closureBody, answer: closureSingle },
  'GET /parks/{code}/closures/effect': { answer: closureEffectSingle },
  'DELETE /parks/{code}/closures/{id}': { answer: closureSingle },
  'GET /parks/{code}/tariff': { answer: parkTariffSingle },
  'GET /parks/{code}/tariffs': {},
  'POST /parks/{code}/tariffs': { body: tariffPlanBody, answer: plannedTariffSingle },
  'DELETE /parks/{code}/tariffs/{id}': { answer: plannedTariffSingle },
  'POST /parks': { body: newParkBody, answer: operatorParkSingle },
  'GET /parks/{code}': { answer: operatorParkSingle },
  'PATCH /parks/{code}': { body: parkFactsBody, answer: operatorParkSingle },
  'GET /parks/{code}/leeway': { answer: parkLeewaySingle },
  'PUT /parks/{code}/leeway': { body: leewayBody, answer: parkLeewaySingle },
  'GET /parks/{code}/photos': { answer: parkPhotosSingle },
  'POST /parks/{code}/photos': { answer: parkPhotosSingle },
  'PUT /parks/{code}/photos/order': { body: photoOrderBody, answer: parkPhotosSingle },
  'PATCH /parks/{code}/photos/{id}': { body: photoTextBody, answer: parkPhotosSingle },
  'DELETE /parks/{code}/photos/{id}': { answer: parkPhotosSingle },
  'PATCH /referral-terms/{country}': { body: endReferralsBody, answer: referralTermsSingle },
}

test('every route of operators is described: its key, its request key, its answer', async () => {
  const operations = await readOperations()
  const served = new Set(
    provider.app.routes
      .filter(({ method, path }) => path.startsWith('/api/v1/operator/') && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.slice('/api/v1/operator'.length).replaceAll(/:(\w+)/g, '{$1}')}`),
  )
  expect([...operations.keys()].toSorted()).toEqual([...served].toSorted())
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(SCHEMAS).toSorted())
  for (const [route, { security, parameters = [], responses }] of operations) {
    expect([route, security]).toEqual([route, [{ operator: [] }]])
    const hasKey = parameters.some(({ name, in: where }) => name === 'Idempotency-Key' && where === 'header')
    expect([route, hasKey]).toEqual([route, !route.startsWith('GET')])
    const named = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const described = parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name)
    expect([route, described]).toEqual([route, named])
    if (route.endsWith('.csv')) continue
    const success = responses['200'] ?? responses['201']
    expect([route, success?.content?.['application/json']?.schema]).toEqual([route, expect.any(Object)])
    expect([route, 'default' in responses]).toEqual([route, true])
  }
})

test('every body and every single answer has an example that its schema accepts', async () => {
  for (const [route, { requestBody, responses }] of await readOperations()) {
    const { body, answer } = SCHEMAS[route] ?? {}
    const examples = requestBody?.content?.['application/json']?.schema?.examples ?? []
    expect([route, examples.length > 0]).toEqual([route, body !== undefined])
    if (body !== undefined)
      for (const example of examples) expect([route, v.safeParse(body, example).issues]).toEqual([route, undefined])
    const shown = (responses['200'] ?? responses['201'])?.content?.['application/json']?.example
    expect([route, shown !== undefined]).toEqual([route, answer !== undefined])
    if (answer !== undefined) expect([route, v.safeParse(answer, shown).issues]).toEqual([route, undefined])
  }
})
