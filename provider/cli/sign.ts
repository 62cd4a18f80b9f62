import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseParkCode } from '../../src/domain/code.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { ProviderConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Language } from '../messages/language.ts'
import { findPark } from '../repositories/parks.ts'
import { drawSign, PAPER, type Paper } from '../services/sign-pdf.ts'
import { addSignKey } from '../repositories/sign-keys.ts'
import { makeSignLink } from '../services/signs.ts'
import type { Printed } from './attendants.ts'

interface Asked {
  readonly code: string
  readonly paper: Paper
  readonly out: string | undefined
}

const USAGE = 'sign takes CODE, and maybe --out FILE, --size A4|A5|letter'

const isPaper = (text: string): text is Paper => Object.hasOwn(PAPER, text)

/** Returns undefined for arguments it does not understand. */
function readWords(words: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { out: { type: 'string' }, size: { type: 'string', default: 'A4' } },
      allowPositionals: true,
    })
    const [code, ...more] = positionals
    if (code === undefined || more.length > 0 || !isPaper(values.size) || values.out === '') return undefined
    return { code, paper: values.size, out: values.out }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The two languages of a sign, the local one first. */
const languagesOf = ({ country_code, state }: Park): readonly [Language, Language] =>
  country_code === 'SN' || (country_code === 'CA' && /^qu[ée]bec$/i.test(state ?? '')) ? ['fr', 'en'] : ['en', 'fr']

const isThisMachine = (publicUrl: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)

/** Writes the sign of one car park. */
export async function printSign(
  db: Database,
  { words, config }: { readonly words: readonly string[]; readonly config: ProviderConfig },
): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return { lines: [USAGE], exitCode: 2 }
  const code = parseParkCode(asked.code)
  if (!code.ok) return { lines: [`${asked.code} is no park code: 7 characters, such as CA7KQ2M`], exitCode: 1 }
  const park = await findPark(db, { code: code.value }, systemClock.now())
  if (park === undefined) return { lines: [`No park has the code ${code.value}`], exitCode: 1 }
  await db.transaction((tx) => addSignKey(tx, { onlyFirst: true }))
  const link = await makeSignLink(db, park, config.publicUrl)
  if (link === undefined) return { lines: ['Every sign key is withdrawn: sign-keys add makes one'], exitCode: 1 }
  const isDemo = config.sandbox || isThisMachine(config.publicUrl)
  const place = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  const face = { link, code: park.code, name: park.name, place, languages: languagesOf(park), isDemo }
  const out = asked.out ?? `${park.code}.pdf`
  await writeFile(out, await drawSign(face, asked.paper))
  const warnings = isDemo ? ['It says that it is a demo sign: this is the sandbox, or PUBLIC_URL is this machine.'] : []
  return { lines: [`Sign of ${park.name} written to ${out}.`, link, ...warnings], exitCode: 0 }
}
