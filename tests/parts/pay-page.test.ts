import { expect, test } from 'vitest'
import { findPayWay } from '../../src/parts/pay-page.ts'

const ORIGIN = 'https://baywise.example'

test('the gateway’s page is opened, whichever of the three names its link has', () => {
  const address = 'https://pay.example/abc?x=1'
  for (const info of [{ authorization_url: address }, { checkout_url: address }, { payment_url: address }])
    expect(findPayWay(info, ORIGIN)).toEqual({ kind: 'page', address })
})

test('our own payment route stays in the app, the sandbox’s page does not', () => {
  expect(findPayWay({ payment_url: `${ORIGIN}/payment?payment_reference=bw-1` }, ORIGIN)).toEqual({
    kind: 'app',
    path: '/payment?payment_reference=bw-1',
  })
  expect(findPayWay({ payment_url: `${ORIGIN}/sandbox/pay/bw-1` }, ORIGIN)).toEqual({
    kind: 'page',
    address: `${ORIGIN}/sandbox/pay/bw-1`,
  })
})

test.each(['javascript:alert(1)', 'http://pay.example/abc', 'data:text/html,x', 'https://'])(
  '%s is no way to pay',
  (link) => {
    expect(findPayWay({ authorization_url: link }, ORIGIN)).toBeUndefined()
  },
)
