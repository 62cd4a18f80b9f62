/** Environment of a browser that has this set of fonts alone. Throws for an unknown set, and when the fonts are not here. */
export function envWithFonts(name: string): Record<string, string>
