/**
 * Returns whether this browser lacks something that `missing-built-ins.ts` provides. `AbortSignal.any` is the newest of
 * these features (Chrome 116, Firefox 124, Safari 17.4): a browser that has it has all the others, see `PROVIDED` in
 * `scripts/floor/built-ins.ts`.
 */
export const lacksBuiltIns = (): boolean => !('any' in AbortSignal)
