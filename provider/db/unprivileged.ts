import { spawnSync } from 'node:child_process'

/** How to start a program that refuses to run as root: the command line to use. */
export interface Launch {
  readonly command: string
  readonly prefix: readonly string[]
}

const NAMESPACE = ['-U', '--map-user=1000', '--map-group=1000']

/**
 * PostgreSQL refuses to run as root. In a user namespace it sees another user while the files stay ours,
 * also under a directory that only root may enter. `unshare` replaces itself, so the process id is PostgreSQL's.
 */
export function launchUnprivileged(program: string): Launch {
  if (process.getuid?.() !== 0) return { command: program, prefix: [] }
  const probe = spawnSync('unshare', [...NAMESPACE, 'true'])
  if (probe.status === 0) return { command: 'unshare', prefix: [...NAMESPACE, program] }
  throw new Error(
    'PostgreSQL does not run as root and user namespaces are not available here: start as an ordinary user, or set DATABASE_URL',
  )
}
