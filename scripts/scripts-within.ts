/** The texts of the scripts that stand within a page. One with an address has nothing within. */
export const scriptsWithin = (html: string): string[] =>
  Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, text = '']) => text)
