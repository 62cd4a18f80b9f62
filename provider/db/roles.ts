import pg from 'pg'

/*
 * Two roles. The owner creates tables and functions and restores backups. The service, which answers requests, only
 * reads and writes rows: an attacker with its connection can neither drop nor truncate a table, nor alter the ledger.
 */

/** The service's login on our own server; on any other server DATABASE_URL names the login. */
export const SERVICE_ROLE = 'baywise_service'

/** The service can only insert here; on the ledger, `refuse_ledger_change` stops the owner too. */
const APPEND_ONLY = ['postings', 'entries', 'operator_changes', 'money_actions']
/** Only the owner records applied migrations and authorises people to close money cases. */
const READ_ONLY = ['schema_migrations', 'schema_functions', 'money_staff']

type Client = Pick<pg.Client | pg.PoolClient, 'query'>

/** Creates the service's login with this password, or changes its password. Needs a superuser. */
export async function ensureServiceRole(client: Client, role: string, password: string): Promise<void> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = rows.length === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
}

/** Grants exactly what the service needs. Repeated at each migration, which may have added tables. */
export async function grantToService(client: Client, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role)
  // Statements sent together run in one transaction.
  await client.query(`
    revoke create on schema public from public;
    grant usage on schema public to ${to};
    grant select, insert, update, delete on all tables in schema public to ${to};
    grant usage on all sequences in schema public to ${to};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${to};
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${to}`)
}

/** Whether this connection's role may create or change tables, which makes it an owner. */
export async function mayChangeSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_schema_privilege(current_user, 'public', 'create') as may`,
  )
  return rows[0]?.may ?? false
}
