export const ROOT: string
/** The Node that runs the product. Throws when none is new enough. */
export function mustFindNode(): string
export function projectEnv(): Record<string, string | undefined>
/** Runs a command in the project with its output shown; answers its exit code. */
export function run(command: string, args: readonly string[], env?: Record<string, string>): Promise<number>
export function ensureDependencies(): Promise<void>
/** Builds `dist/`; answers the exit code. */
export function build(): Promise<number>
/** Builds `dist/` when it is missing or older than its sources. */
export function ensureBuild(): Promise<void>
export const PROVIDER_FLAGS: readonly string[]
