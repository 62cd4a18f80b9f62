import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { countryCode } from '../../src/contract/common.ts'
import { makePacks, type PackDeps } from '../services/make-packs.ts'
import type { MadePackRegion } from '../repositories/pack-writes.ts'
import type { Printed } from './attendants.ts'

const USAGE = 'packs [COUNTRY], one of NG, US, CA, SN; without it the regions of all'

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

const toLine = ({ region, parks, files, bytes }: MadePackRegion): string =>
  [
    region.padEnd(44),
    `${String(parks)} parks`.padStart(14),
    `${String(files.length)} files`.padStart(10),
    kilobytes(bytes).padStart(12),
  ].join(' ')

function sumLine(made: readonly MadePackRegion[], seconds: number): string {
  const sum = (of: (region: MadePackRegion) => number): number => made.reduce((all, region) => all + of(region), 0)
  const [parks, files, bytes] = [sum((one) => one.parks), sum((one) => one.files.length), sum((one) => one.bytes)]
  return (
    `${String(made.length)} regions, ${String(parks)} parks, ${String(files)} files, ${kilobytes(bytes)} ` +
    `in ${seconds.toFixed(1)} s`
  )
}

/** Rebuilds the packs of regions whose parks or streets changed, and prints all packs. */
export async function printPacks(deps: PackDeps, words: readonly string[]): Promise<Printed> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'unless-busy': { type: 'boolean', default: false } },
  })
  const country = v.safeParse(v.optional(countryCode), positionals[0]?.toUpperCase())
  if (!country.success || positionals.length > 1) return { lines: [USAGE], exitCode: 2 }
  const startedAt = performance.now()
  const wait = !values['unless-busy']
  const packs = await makePacks(deps, country.output === undefined ? { wait } : { wait, country: country.output })
  if (packs === 'busy') return { lines: ['Another process is making them.'], exitCode: 0 }
  const seconds = (performance.now() - startedAt) / 1_000
  return { lines: [...packs.made.map(toLine), sumLine(packs.made, seconds)], exitCode: 0 }
}
