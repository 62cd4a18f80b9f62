/** The family of a set of fonts. Throws for an unknown set, and when the fonts are not here. */
export function familyOf(name: string): string
