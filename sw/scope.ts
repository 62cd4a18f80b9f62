/// <reference lib="webworker" />
import type { BuiltFile } from './fetch-built.ts'

/** An entry of the file list; `revision` is null when the name changes with the bytes. */
interface ListedFile extends BuiltFile {
  readonly revision: string | null
}

/** The worker's global, including the file list that the build inserts. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: ListedFile[]
}
