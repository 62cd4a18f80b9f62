import { spawnSync } from 'node:child_process'

/** The command line that starts a program which refuses to run as root. */
export interface Launch {
  readonly command: string
  readonly prefix: readonly string[]
}

const NAMESPACE = ['-U', '--map-user=1000', '--map-group=1000']

/**
 * PostgreSQL refuses to run as root. In a user namespace it runs as another user while the files remain ours, even
 * below a directory that only root may enter. `unshare` replaces itself, so the process id is PostgreSQL's.
 */
export function launchUnprivileged(program: string): Launch {
  if (process.getuid?.() !== 0) return { command: program, prefix: [] }
  const probe = spawnSync('unshare', [...NAMESPACE, 'true'])
  if (probe.status === 0) return { command: 'unshare', prefix: [...NAMESPACE, program] }
  throw new Error(
    'PostgreSQL does not run as root and user namespaces are not available here: start as an ordinary user, or set DATABASE_URL',
  )
}
