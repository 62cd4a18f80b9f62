import pg from 'pg'

/*
 * Two roles. The owner makes the tables and functions, and puts back a backup. The service, which answers requests, reads and
 * writes rows and no more: whoever gets hold of its connection can neither drop a table nor empty one, nor change the ledger.
 */

/** The login of the service on a server of ours; on another server it is whatever DATABASE_URL names. */
export const SERVICE_ROLE = 'baywise_service'

/** Nobody changes what is in them, not even row by row; of the ledger, `refuse_ledger_change` says so to the owner too. */
const APPEND_ONLY = ['postings', 'entries', 'operator_changes', 'money_actions']
/** What migrations were here is the owner's business, and who may end money cases. */
const READ_ONLY = ['schema_migrations', 'schema_functions', 'money_staff']

type Client = Pick<pg.Client | pg.PoolClient, 'query'>

/** Makes the service's login with this password, or gives it this password. For a superuser. */
export async function ensureServiceRole(client: Client, role: string, password: string): Promise<void> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = rows.length === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
}

/** What the service must be able to do, and nothing else. Given anew at each migration: tables may have come. */
export async function grantToService(client: Client, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role)
  // Statements that come together are one transaction.
  await client.query(`
    revoke create on schema public from public;
    grant usage on schema public to ${to};
    grant select, insert, update, delete on all tables in schema public to ${to};
    grant usage on all sequences in schema public to ${to};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${to};
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${to}`)
}

/** Whether the role of this connection may make or change tables: it is an owner. */
export async function mayChangeSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_schema_privilege(current_user, 'public', 'create') as may`,
  )
  return rows[0]?.may ?? false
}
