const escapeName = (name: string): string => name.replaceAll('$', String.raw`\$`)

/**
 * Replaces the bodies of some of a package's functions, by name. Throws when a function is missing: after an update the
 * package would otherwise silently be included in full, or behave differently.
 */
export const replaceBodies = (code: string, bodies: Readonly<Record<string, string>>): string =>
  Object.entries(bodies).reduce((text, [name, body]) => {
    const whole = new RegExp(String.raw`^(function ${escapeName(name)}\([\s\S]*?\)) \{\n[\s\S]*?\n\}$`, 'm')
    if (!whole.test(text)) throw new Error(`There is no function ${name} any more`)
    return text.replace(whole, (_, head: string) => `${head} {${body}}`)
  }, code)
