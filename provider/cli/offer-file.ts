/**
 * Converts files given on the command line to API bodies: a file has decimal amounts ("25.00"), a body has minor units
 * and a currency.
 */
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { isCountryCode, getCountry } from '../../src/domain/country.ts'
import { type Currency, parseMinor } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'

interface Amounts {
  readonly currency: Currency
  /** Names of the amount fields, at any depth. */
  readonly names: ReadonlySet<string>
}

/** Its message is shown to the author of the file. */
class NoAmount extends Error {}

function toMinor(text: unknown, currency: Currency): unknown {
  if (text === null || text === undefined) return text
  const amount = typeof text === 'string' ? parseMinor(text, currency) : undefined
  if (amount?.ok === true) return amount.value
  throw new NoAmount(`Not an amount in ${currency}: ${typeof text === 'string' ? text : JSON.stringify(text)}`)
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function withMinor(value: unknown, amounts: Amounts): unknown {
  if (Array.isArray(value)) return value.map((item) => withMinor(item, amounts))
  if (!isFields(value)) return value
  const { currency, names } = amounts
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    names.has(name) ? toMinor(field, currency) : withMinor(field, amounts),
  ])
  return Object.fromEntries(fields) as Record<string, unknown>
}

export async function readFields(file: string): Promise<Result<Record<string, unknown>, string>> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isFields(read) && !Array.isArray(read) ? ok(read) : err('the file: not an object')
  } catch (error) {
    if (error instanceof SyntaxError) return err(error.message)
    throw error
  }
}

export function checkBody<T extends v.GenericSchema>(schema: T, body: unknown): Result<v.InferOutput<T>, string> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  return err(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
}

/** Reads and checks an offer file. The error is printed as is. */
export async function readOffer<T extends v.GenericSchema>(
  file: string,
  {
    schema,
    amounts,
  }: { readonly schema: T; readonly amounts: (fields: Readonly<Record<string, unknown>>) => readonly string[] },
): Promise<Result<v.InferOutput<T>, string>> {
  const read = await readFields(file)
  if (!read.ok) return read
  const country = read.value['country_code']
  if (typeof country !== 'string' || !isCountryCode(country)) return err('country_code: NG, SN, US or CA')
  const { currency } = getCountry(country)
  try {
    const body = withMinor(read.value, { currency, names: new Set(amounts(read.value)) })
    return checkBody(schema, { currency, ...(body as object) })
  } catch (error) {
    if (error instanceof NoAmount) return err(error.message)
    throw error
  }
}

/** Parses a price given as a command-line argument. */
export function readPrice(text: string, currency: Currency): Result<{ price: number; currency: Currency }, string> {
  const amount = parseMinor(text, currency)
  return amount.ok && amount.value > 0
    ? ok({ price: amount.value, currency })
    : err(`Not an amount in ${currency}: ${text}`)
}
