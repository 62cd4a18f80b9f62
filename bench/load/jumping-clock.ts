/**
 * Loaded into a provider before its own code: SIGUSR2 moves its clock ahead, the next SIGUSR2 moves it back. Monotonic
 * time is not affected.
 */
import process from 'node:process'

const JUMP_MS = 5 * 60_000
const RealDate = Date
let aheadMs = 0

const now = (): number => RealDate.now() + aheadMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: ConstructorParameters<typeof Date> | [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})

process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? JUMP_MS : 0
})
