import { type ReviewList, reviewList } from '../contract/reviews.ts'
import type { Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export const getParkReviews = (
  client: Client,
  { parkId, page }: { readonly parkId: number; readonly page: number },
): Promise<Result<ReviewList, ApiError>> =>
  client.send({
    method: 'GET',
    path: `/parks/${String(parkId)}/reviews`,
    query: { page: String(page) },
    schema: reviewList,
    isAnswer: (list) => list.page === page,
    as: 'anyone',
  })
