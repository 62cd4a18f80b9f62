import { consoleLog } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { systemRandom } from '../../src/lib/random.ts'
import { readConfig } from '../config.ts'
import { isMissing } from '../db/missing-file.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { BackupRefusal } from '../db/backup-cipher.ts'
import type { Database } from '../db/database.ts'
import { openOperatorDatabase } from '../runtime.ts'
import { pairPhone, type Printed, printDevices, revokePhone } from './attendants.ts'
import { runCompanies } from './companies.ts'
import { printConfig } from './config.ts'
import { checkAllContent, checkContentFiles } from './content.ts'
import { runDocuments } from './documents.ts'
import { runBackup, runDrill, runRestore } from './backups.ts'
import { runEvents } from './events.ts'
import { generate } from './generate.ts'
import { runGifts } from './gifts.ts'
import { importFile, importReportLines } from './import.ts'
import { runCoupons, runProducts } from './marketplace.ts'
import { runMembers } from './members.ts'
import { runDrivers, runMoney } from './money.ts'
import { runOperators } from './operators.ts'
import { runOrders } from './orders.ts'
import { runPlans } from './plans.ts'
import { runParksExport, runParksImport } from './export-parks.ts'
import { runParks } from './parks.ts'
import { givePromo } from './promo.ts'
import { printPacks } from './packs.ts'
import { rotateAccess, rotateKeys } from './keys.ts'
import { printProblems } from './problems.ts'
import { runRequests } from './requests.ts'
import { runReviews } from './reviews.ts'
import { runReferrals } from './referrals.ts'
import { runArchive, runRestoreAt } from './moments.ts'
import { setLeeway } from './leeway.ts'
import { reconcileAll } from './reconcile.ts'
import { makeSignKey, printSignKeys, withdrawKey } from './sign-keys.ts'
import { signOut } from './sign-out.ts'
import { importTiles } from './tiles.ts'

const USAGE = `npm run provider -- <command>
  config           every setting that is in force, and where it is from; exit code 1 when the provider would not start with them
  migrate          bring the database up to date
  import FILE...   import parks from NDJSON files (format: data/README.md)
  generate --parks N [--seed S]  make up parks around the real ones, in the sandbox: how it goes with half a million
  pair --park CODE print a one-time code that pairs an attendant's phone; --park again for more parks
  attendants list  the paired phones
  attendants revoke ID  unpair a phone
  leeway CODE ARRIVAL GRACE  how many minutes early cars may come into a park and late leave it; leeway CODE default: 15 and 10
  events list      events that are not over
  events add FILE.json  plan one (format: docs/events.md); events postpone CODE START; events access CODE SECRET; events cancel CODE
  products list|add|price|stock|end  what the marketplace sells (docs/marketplace.md)
  coupons list|add|end  discounts on it
  plans list|add|price|end  plans that take something off parking (docs/plans.md)
  referrals list|log|set|end  credit for bringing drivers (docs/referrals.md)
  orders list|accept|process|complete|reject|cancel|return  orders, and what of them is given back
  gifts list|show|cancel  gift credit; one that nobody has redeemed goes back to who bought it (docs/gifts.md)
  documents list|scan|check|take|finish|reject|fees  renewals of vehicle documents (docs/vehicle-documents.md)
  operators list|add|revoke|log  keys with which operators' own systems change the same by the API (docs/operators.md)
  operators invite|members|remove|money  people of organisations, who sign in to the console; and who ends money cases there
  parks export|import FILE --format osm|apds  car parks in the tags of OpenStreetMap, or in APDS (docs/open-data.md)
  parks close|reopen|closures  close a car park for a time; drivers are told and have their money back (docs/operators.md)
  requests list|approve|refuse  spaces and chargers that people offer to rent out (docs/chargers.md)
  companies list|approve|refuse|admin  requests for a business account (docs/companies.md)
  reviews list|hide|publish  what drivers say of car parks (docs/reviews.md)
  problems [--park CODE]  what drivers have reported, the latest first
  problems --photo ID FILE  the photo of a report, as a JPEG
  keys rotate      sign passes with a new key; the previous one goes on verifying. --after HOURS: publish it now, sign later,
                   so that attendants who are out of reach have it when its first pass comes
  keys access      sign access tokens with a new key; what the one before signed counts for the 15 minutes that a token lasts.
                   --at-once: not at all, for a key that leaked. Nobody is signed out
  sign CODE        print a car park's QR sign: CODE.pdf, or --out FILE; --size A4|A5|letter
  sign-keys list   the keys that sign signs; each counts until it is withdrawn
  sign-keys add    sign signs with a new key from now on
  sign-keys withdraw KID  the signs of a key that leaked count no more
  tiles import SOURCE --region NAME --box W,S,E,N  streets of a region, from an .osm.pbf, a .pmtiles or the address of one;
                   --buildings: with the outlines of houses
  packs [COUNTRY]  make the regions that phones keep whole, as far as their car parks or streets changed
  content check    look for missing translations, dead links and pictures without text in articles, posts, products and plans;
                   --files: in the files alone, without a database; exit code 1 when something is to be mended
  backup FILE      write everything, as of one moment, to FILE, encrypted with the key of BACKUP_KEY_FILE
  restore FILE     replace everything by a backup; --plain: also by one that is not encrypted
  drill FILE       put a backup back into a database of its own, and say whether it is whole; exit code 1 when it is not.
                   Of both: 65, the file cannot be used; 78, its key is not there
  archive          copy the PostgreSQL itself into ARCHIVE_DIR, and keep 30 days there; --keep DAYS
  restore --at INSTANT  put the embedded PostgreSQL back to a second (2026-11-26T20:15:30Z), or to the latest, out of ARCHIVE_DIR;
                   --into FOLDER: a folder for a PostgreSQL of your own (docs/run.md)
  promo list|add|end  coupons that take something off parking (docs/marketplace.md)
  money list|refund|credit|close|ask|write-off|report|owed|pay-out|log  money that waits for a person, reports, payouts (docs/money.md)
  drivers disable|enable EMAIL  shut a driver's account, or open it again; --by NAME --why WORDS, as with money
  drivers sign-out EMAIL|--all  end every session of an account, or of all of them, with those of the console
  promo EMAIL CURRENCY AMOUNT NAME  give promotion credit, once an account by its name
  reconcile        compare gateways, ledger, wallets and bookings; exit code 1 when something differs
Environment: DATA_DIR, DATABASE_URL, DATABASE_OWNER_URL as for npm start. Each command works alone and beside a running app.`

type Command = (db: Database, file: string, words: readonly string[]) => Promise<number>

const print = (lines: readonly string[]): void => console.info(lines.join('\n'))

const printed = ({ lines, exitCode }: Printed): number => {
  print(lines)
  return exitCode
}

/** The dependencies of settling a payment. */
function moneyDeps(db: Database): Parameters<typeof runMoney>[0] {
  const config = readConfig(process.env)
  const log = { ...consoleLog, info: () => undefined }
  return {
    db,
    config,
    log,
    clock: systemClock,
    random: systemRandom,
    mailer: createMailer({ config, db, clock: systemClock, log }),
  }
}

/** The subcommands of `operators` that deal with people instead of keys. */
const PEOPLE: ReadonlySet<string> = new Set(['invite', 'members', 'money', 'remove'])

const COMMANDS: Readonly<Record<string, { readonly needsFile: boolean; readonly run: Command }>> = {
  migrate: {
    needsFile: false,
    // Opening the database has already migrated it.
    run: () => {
      print(['The database is up to date.'])
      return Promise.resolve(0)
    },
  },
  import: {
    needsFile: true,
    run: async (db, _file, words) => {
      for (const file of words.slice(1)) {
        print(importReportLines(await importFile({ db, clock: systemClock, config: readConfig(process.env) }, file)))
      }
      return 0
    },
  },
  generate: {
    needsFile: true,
    run: async (db, _file, words) =>
      printed(await generate({ db, clock: systemClock, config: readConfig(process.env) }, words.slice(1))),
  },
  pair: {
    needsFile: true,
    run: async (db, _file, words) => {
      const { publicUrl } = readConfig(process.env)
      return printed(await pairPhone(db, { words: words.slice(1), publicUrl }))
    },
  },
  'attendants list': { needsFile: false, run: async (db) => printed(await printDevices(db)) },
  'attendants revoke': {
    needsFile: false,
    run: async (db, _file, words) => printed(await revokePhone(db, words[2] ?? '')),
  },
  leeway: { needsFile: true, run: async (db, _code, words) => printed(await setLeeway(db, words.slice(1))) },
  events: { needsFile: true, run: async (db, _verb, words) => printed(await runEvents(db, words.slice(1))) },
  products: { needsFile: true, run: async (db, _verb, words) => printed(await runProducts(db, words.slice(1))) },
  coupons: { needsFile: true, run: async (db, _verb, words) => printed(await runCoupons(db, words.slice(1))) },
  plans: { needsFile: true, run: async (db, _verb, words) => printed(await runPlans(db, words.slice(1))) },
  referrals: { needsFile: true, run: async (db, _verb, words) => printed(await runReferrals(db, words.slice(1))) },
  requests: { needsFile: true, run: async (db, _verb, words) => printed(await runRequests(db, words.slice(1))) },
  companies: { needsFile: true, run: async (db, _verb, words) => printed(await runCompanies(db, words.slice(1))) },
  reviews: { needsFile: true, run: async (db, _verb, words) => printed(await runReviews(db, words.slice(1))) },
  gifts: { needsFile: true, run: async (db, _verb, words) => printed(await runGifts(db, words.slice(1))) },
  orders: { needsFile: true, run: async (db, _verb, words) => printed(await runOrders(db, words.slice(1))) },
  operators: {
    needsFile: true,
    run: async (db, verb, words) => {
      if (!PEOPLE.has(verb)) return printed(await runOperators(db, words.slice(1)))
      return printed(await runMembers({ db, config: readConfig(process.env) }, words.slice(1)))
    },
  },
  parks: {
    needsFile: true,
    run: async (db, verb, words) => {
      if (verb === 'export') return printed(await runParksExport(db, words.slice(2)))
      if (verb === 'import') return printed(await runParksImport(db, readConfig(process.env), words.slice(2)))
      return printed(await runParks(db, words.slice(1)))
    },
  },
  money: { needsFile: true, run: async (db, _verb, words) => printed(await runMoney(moneyDeps(db), words.slice(1))) },
  drivers: {
    needsFile: true,
    run: async (db, verb, words) => {
      if (verb === 'sign-out') return printed(await signOut(db, words.slice(2), systemClock.now()))
      return printed(await runDrivers(moneyDeps(db), words.slice(1)))
    },
  },
  documents: { needsFile: true, run: async (db, _verb, words) => printed(await runDocuments(db, words.slice(1))) },
  problems: { needsFile: false, run: async (db, _first, words) => printed(await printProblems(db, words.slice(1))) },
  'keys rotate': {
    needsFile: false,
    run: async (db, _file, words) => printed(await rotateKeys(db, words.slice(2))),
  },
  'keys access': {
    needsFile: false,
    run: async (db, _file, words) => printed(await rotateAccess(db, words.slice(2))),
  },
  sign: {
    needsFile: true,
    run: async (db, _code, words) => {
      // Imported lazily: the page renderer takes as long to load as everything else together.
      const { printSign } = await import('./sign.ts')
      return printed(await printSign(db, { words: words.slice(1), config: readConfig(process.env) }))
    },
  },
  'sign-keys list': { needsFile: false, run: async (db) => printed(await printSignKeys(db)) },
  'sign-keys add': { needsFile: false, run: async (db) => printed(await makeSignKey(db)) },
  'sign-keys withdraw': {
    needsFile: false,
    run: async (db, _kid, words) => printed(await withdrawKey(db, words[2] ?? '')),
  },
  packs: {
    needsFile: false,
    run: async (db, _country, words) => {
      const config = readConfig(process.env)
      return printed(await printPacks({ db, clock: systemClock, log: consoleLog, config }, words.slice(1)))
    },
  },
  'content check': { needsFile: false, run: async (db) => printed(await checkAllContent(db)) },
  backup: { needsFile: true, run: async (db, file) => printed(await runBackup(db, readConfig(process.env), file)) },
  restore: {
    needsFile: true,
    run: async (db, _file, words) => printed(await runRestore(db, readConfig(process.env), words.slice(1))),
  },
  promo: {
    needsFile: true,
    run: async (db, first, words) =>
      printed(await (first.includes('@') ? givePromo(db, words.slice(1)) : runCoupons(db, words.slice(1), true))),
  },
  reconcile: {
    needsFile: false,
    run: async (db) => {
      const { lines, isSound } = await reconcileAll(db)
      print(lines)
      return isSound ? 0 : 1
    },
  },
}

async function main(words: readonly string[]): Promise<number> {
  const [first = '', second = ''] = words
  // These commands do not need the provider's database, so it is not opened.
  if (first === 'tiles' && second === 'import') {
    return printed(await importTiles({ words: words.slice(2), dataDir: readConfig(process.env).dataDir }))
  }
  if (first === 'content' && second === 'check' && words.includes('--files')) return printed(checkContentFiles())
  if (first === 'drill' && second !== '') return printed(await runDrill(readConfig(process.env), words.slice(1)))
  if (first === 'archive') return printed(await runArchive(readConfig(process.env), words.slice(1)))
  if (first === 'restore' && words.includes('--at'))
    return printed(await runRestoreAt(readConfig(process.env), words.slice(1)))
  if (first === 'config') return printed(printConfig(process.env))
  const name = ['keys', 'attendants', 'sign-keys', 'content'].includes(first) ? `${first} ${second}` : first
  const command = COMMANDS[name]
  if (command === undefined || (command.needsFile && second === '')) {
    console.error(USAGE)
    return 2
  }
  const { db, close } = await openOperatorDatabase(readConfig(process.env), { ...consoleLog, info: () => undefined })
  try {
    return await command.run(db, second, words)
  } finally {
    await close()
  }
}

/**
 * An operator needs the cause instead of a stack trace: a missing file, a migration's failing line, a foreign backup.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isMissing(error) && 'path' in error) return `There is no file ${String(error.path)}`
  return [error.message, error.cause].filter(Boolean).join(': ')
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(causeOf(error))
  process.exitCode = error instanceof BackupRefusal ? error.exitCode : 1
}
