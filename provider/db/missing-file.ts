/** Whether a file or folder is not there; any other error of the disk is one. */
export const isMissing = (error: unknown): error is Error & { readonly code: 'ENOENT' } =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
