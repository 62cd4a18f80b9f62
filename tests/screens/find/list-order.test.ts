import { expect, it } from 'vitest'
import { parseOrder, withOrder } from '../../../src/screens/find/list-order.ts'

it('writes order and filters into the address beside what it asks for, and reads them again', () => {
  const order = { sort: 'cheapest', filters: ['covered', 'height'] } as const
  const params = withOrder(new URLSearchParams('search=Toronto'), order)
  expect(params.toString()).toBe('search=Toronto&sort=cheapest&filters=covered%2Cheight')
  expect(parseOrder(params)).toEqual(order)
  expect(withOrder(params, { sort: 'nearest', filters: [] }).toString()).toBe('search=Toronto')
})

it('takes words that are no filter for none', () => {
  expect(parseOrder(new URLSearchParams('sort=random&filters=pool,,__proto__'))).toBeNull()
  expect(parseOrder(new URLSearchParams('filters=ev,pool,ev'))).toEqual({ sort: 'nearest', filters: ['ev'] })
})
