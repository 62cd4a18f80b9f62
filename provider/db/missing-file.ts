/** Whether the error means that a file or folder does not exist. Any other disk error is a real error. */
export const isMissing = (error: unknown): error is Error & { readonly code: 'ENOENT' } =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
