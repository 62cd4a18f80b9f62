import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import { type Product, productList } from '../contract/marketplace.ts'
import type { CountryCode } from '../domain/country.ts'
import type { Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export const listProducts = (
  client: Client,
  query: { readonly country: CountryCode; readonly page: number; readonly size: number },
): Promise<Result<Page<Product>, ApiError>> =>
  client.send<v.InferOutput<typeof productList>>({
    method: 'GET',
    path: '/marketplace/products',
    query: { ...query },
    schema: productList,
    isAnswer: ({ page, items }) => page === query.page && items.every((item) => item.country_code === query.country),
    as: 'anyone',
  })
