const escapeName = (name: string): string => name.replaceAll('$', String.raw`\$`)

/**
 * The code of a package with other bodies for some of its own functions, by name. Throws where it has no such function: after an update the
 * package would silently come whole, or do something else.
 */
export const replaceBodies = (code: string, bodies: Readonly<Record<string, string>>): string =>
  Object.entries(bodies).reduce((text, [name, body]) => {
    const whole = new RegExp(String.raw`^(function ${escapeName(name)}\([\s\S]*?\)) \{\n[\s\S]*?\n\}$`, 'm')
    if (!whole.test(text)) throw new Error(`There is no function ${name} any more`)
    return text.replace(whole, (_, head: string) => `${head} {${body}}`)
  }, code)
