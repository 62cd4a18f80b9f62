/** Packages of the distribution that the journeys in an engine (`firefox`, `webkit`) need and that are not installed. */
export function missingPackages(engine: string): readonly string[]
