import type { ProviderConfig } from '../config.ts'
import { backup, restore } from '../db/backup.ts'
import { type Opening, readBackupKeys } from '../db/backup-cipher.ts'
import type { Database } from '../db/database.ts'
import type { Printed } from './attendants.ts'
import { drill } from './drill.ts'

type Config = Pick<ProviderConfig, 'backupKeyFile' | 'keyEncryptionKeys'>

const toOpening = async ({ backupKeyFile }: Config, words: readonly string[]): Promise<Opening> => ({
  keys: await readBackupKeys(backupKeyFile),
  takesPlain: words.includes('--plain'),
})

const toFile = (words: readonly string[]): string => words.find((word) => word !== '--plain') ?? ''

export async function runBackup(db: Database, config: Config, file: string): Promise<Printed> {
  const keys = await readBackupKeys(config.backupKeyFile)
  await backup(db.pool, file, keys)
  const how = keys.length > 0 ? 'encrypted' : 'NOT encrypted: BACKUP_KEY_FILE is not set'
  return { lines: [`Backup written to ${file}, ${how}.`], exitCode: 0 }
}

export async function runRestore(db: Database, config: Config, words: readonly string[]): Promise<Printed> {
  const file = toFile(words)
  await restore(db.pool, file, await toOpening(config, words))
  return { lines: [`Restored from ${file}.`], exitCode: 0 }
}

export const runDrill = async (config: Config, words: readonly string[]): Promise<Printed> =>
  drill(toFile(words), {
    keyEncryptionKeys: config.keyEncryptionKeys,
    opening: await toOpening(config, words),
  })
