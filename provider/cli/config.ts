import { type ProviderConfig, readConfig } from '../config.ts'
import { findStartProblems } from '../rules/start-checks.ts'
import { type Environment, findSettingProblems, present, type Setting, SETTINGS, withoutPassword } from '../settings.ts'
import type { Printed } from './attendants.ts'

const onOff = (isOn: boolean): string => (isOn ? '1' : '0')

/** The effective values that differ from the variable's text: defaults, and values derived from other variables. */
const IN_FORCE: Readonly<Record<string, (config: ProviderConfig) => string>> = {
  PORT: ({ port }) => String(port),
  HOST: ({ host }) => host,
  PUBLIC_URL: ({ publicUrl }) => publicUrl,
  DATA_DIR: ({ dataDir }) => dataDir,
  DIST_DIR: ({ distDir }) => distDir,
  DATABASE_URL: ({ databaseUrl }) => databaseUrl ?? '(the embedded PostgreSQL)',
  DATABASE_POOL: ({ poolSize }) => String(poolSize),
  SANDBOX: ({ sandbox }) => onOff(sandbox),
  SMTP_URL: ({ smtpUrl, sandbox }) => smtpUrl ?? (sandbox ? '(the mailbox of the demo mode)' : '(not set)'),
  MAIL_FROM: ({ mailFrom }) => mailFrom,
  CONTACT_EMAIL: ({ contactEmail }) => contactEmail,
  REQUESTS_PER_MINUTE_PER_ADDRESS: ({ requestsPerMinute }) => String(requestsPerMinute.perAddress),
  REQUESTS_PER_MINUTE_PER_USER: ({ requestsPerMinute }) => String(requestsPerMinute.perUser),
  METRICS_NETWORKS: ({ metrics }) => metrics.networks.join(', '),
  OTEL_EXPORTER_OTLP_ENDPOINT: ({ tracing }) => tracing?.endpoint ?? '(nothing is traced)',
  STREETS: ({ streets }) => streets,
  SW_KILL: ({ swKill }) => onOff(swKill),
}

function valueOf(
  { name, isSecret }: Setting,
  { config, text }: { config: ProviderConfig; text: string | undefined },
): string {
  if (isSecret) return text === undefined ? '(not set)' : '(hidden)'
  return withoutPassword(IN_FORCE[name]?.(config) ?? text ?? '(not set)')
}

/**
 * Lists each variable with its type, source and value, then anything that prevents the provider from starting, with
 * exit code 1.
 */
export function printConfig(environment: Environment): Printed {
  const wrong = findSettingProblems(environment)
  if (wrong.length > 0) return { lines: wrong, exitCode: 1 }
  const config = readConfig(environment)
  const width = Math.max(...SETTINGS.map(({ name }) => name.length))
  const lines = SETTINGS.map((setting) => {
    const text = present(environment[setting.name])
    const from = text === undefined ? 'default' : 'environment'
    return [
      setting.name.padEnd(width),
      setting.kind.type.padEnd(7),
      from.padEnd(11),
      valueOf(setting, { config, text }),
    ].join('  ')
  })
  const missing = findStartProblems(environment, config.sandbox)
  return missing.length === 0
    ? { lines, exitCode: 0 }
    : { lines: [...lines, '', 'With these the provider does not start:', ...missing], exitCode: 1 }
}
