import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, MUTANTS } from './mutants.ts'
import { POLICY_MUTANTS } from './policy-mutants.ts'
import { REFUSAL_MUTANTS } from './refusal-mutants.ts'
import { SHOP_MUTANTS } from './shop-mutants.ts'

export const ALL_MUTANTS: readonly Mutant[] = [...MUTANTS, ...POLICY_MUTANTS, ...REFUSAL_MUTANTS, ...SHOP_MUTANTS]

/** Returns the changed files of `folder`. Throws when a `from` text does not occur exactly once. */
export function plant(
  { name, edits }: Mutant,
  folder: string,
): readonly { readonly file: string; readonly text: string }[] {
  const texts = new Map<string, string>()
  for (const { file, from, to } of edits) {
    const parts = (texts.get(file) ?? readFileSync(join(folder, file), 'utf8')).split(from)
    if (parts.length !== 2) throw new Error(`${name}: ${file} has its place ${String(parts.length - 1)} times`)
    texts.set(file, parts.join(to))
  }
  return [...texts].map(([file, text]) => ({ file, text }))
}
