import type { Product } from '../../src/contract/marketplace.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** A row of `products` with its car park. */
export interface ProductRow extends Pick<
  Product,
  'kind' | 'names' | 'details' | 'country_code' | 'currency' | 'taxes' | 'park' | 'stock' | 'demo' | 'version'
> {
  readonly product_id: number
  readonly park_id: number | null
  readonly price_minor: number
  readonly order_limit: number
  /** For a monthly pass; the time zone is that of its car park. */
  readonly pass: Omit<NonNullable<Product['pass']>, 'park_id' | 'timezone'> | null
  readonly timezone: string | null
  readonly active: boolean
  readonly updated_at: Instant
}

const SELECT = `
  select p.product_id, p.country_code, p.kind, p.park_id, p.names, p.details, p.price_minor, p.currency, p.taxes, p.stock, p.order_limit,
         p.active, p.pass, p.demo, p.version, p.updated_at, k.timezone,
         case when k.id is not null then json_build_object('code', k.code, 'slug', k.slug, 'name', k.name) end as park
    from products p left join parks k on k.id = p.park_id`

export async function listProducts(
  db: Queryable,
  asked: { readonly country: CountryCode; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<ProductRow>(`${SELECT} where p.country_code = $1 and p.active order by p.product_id limit $2 offset $3`, [
      ...[asked.country, asked.size, (asked.page - 1) * asked.size],
    ]),
    db.query<{ total: number }>('select count(*) as total from products where country_code = $1 and active', [
      asked.country,
    ]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** Lists products of all countries for operators, including those no longer sold. */
export const listAllProducts = (db: Queryable): Promise<readonly ProductRow[]> =>
  db.query<ProductRow>(`${SELECT} order by p.country_code, p.product_id`)

export async function findProduct(db: Queryable, productId: number): Promise<ProductRow | undefined> {
  const [row] = await db.query<ProductRow>(`${SELECT} where p.product_id = $1 and p.active`, [productId])
  return row
}

/** Includes products no longer sold. */
export async function findAnyProduct(db: Queryable, productId: number): Promise<ProductRow | undefined> {
  const [row] = await db.query<ProductRow>(`${SELECT} where p.product_id = $1`, [productId])
  return row
}

/**
 * Locks products until the transaction ends, in id order, so that carts with the same goods wait for each other without
 * deadlock.
 */
export const lockProducts = (tx: Queryable, productIds: readonly number[]): Promise<readonly ProductRow[]> =>
  tx.query<ProductRow>(`${SELECT} where p.product_id = any($1::int[]) order by p.product_id for update of p`, [
    productIds,
  ])

export interface Pieces {
  readonly productId: number
  readonly quantity: number
}

/** Negative quantities return pieces. The caller holds the rows' locks and has checked the stock. */
export async function takeStock(tx: Queryable, taken: readonly Pieces[]): Promise<void> {
  await tx.query(
    `update products p set stock = p.stock - t.quantity
       from unnest($1::int[], $2::int[]) as t (product_id, quantity)
      where p.product_id = t.product_id and p.stock is not null`,
    [taken.map(({ productId }) => productId), taken.map(({ quantity }) => quantity)],
  )
}

export type NewProduct = Omit<ProductRow, 'product_id' | 'park' | 'active' | 'version' | 'timezone'>

export async function insertProduct(db: Queryable, product: NewProduct): Promise<number> {
  const [row] = await db.query<{ product_id: number }>(
    `insert into products (country_code, kind, park_id, names, details, price_minor, currency, taxes, stock, order_limit, demo, updated_at, pass)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning product_id`,
    [
      ...[product.country_code, product.kind, product.park_id],
      ...[JSON.stringify(product.names), JSON.stringify(product.details), product.price_minor, product.currency],
      ...[JSON.stringify(product.taxes), product.stock, product.order_limit, product.demo],
      new Date(product.updated_at),
      product.pass === null ? null : JSON.stringify(product.pass),
    ],
  )
  return must(row, 'inserted product').product_id
}

export interface ProductChange {
  readonly productId: number
  readonly priceMinor?: number
  readonly stock?: number | null
  readonly active?: boolean
  readonly nowMs: number
}

/** Changes only the given fields. Returns undefined when there is no such product. */
export async function changeProduct(db: Queryable, change: ProductChange): Promise<ProductRow | undefined> {
  const [row] = await db.query<{ product_id: number }>(
    `update products set price_minor = coalesce($2, price_minor), stock = case when $3 then $4 else stock end,
            active = coalesce($5, active), version = version + 1, updated_at = $6
      where product_id = $1 returning product_id`,
    [
      ...[change.productId, change.priceMinor ?? null, change.stock !== undefined, change.stock ?? null],
      ...[change.active ?? null, new Date(change.nowMs)],
    ],
  )
  return row === undefined ? undefined : findAnyProduct(db, row.product_id)
}
