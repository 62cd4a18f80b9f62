/**
 * Whether this browser lacks something that `missing-built-ins.ts` brings. `AbortSignal.any` is the newest of it (Chrome 116, Firefox 124,
 * Safari 17.4): who has it has all the rest, see `PROVIDED` in `scripts/floor/built-ins.ts`.
 */
export const lacksBuiltIns = (): boolean => !('any' in AbortSignal)
