const PLACEHOLDER = /\{(s|x|y|z|r)\}/

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What addresses of a tile template (`https://{s}.tiles.example/{z}/{x}/{y}{r}.png`) look like. */
export const tilePattern = (template: string): RegExp =>
  // Every other piece of a split at a group is the group: the placeholder's letter.
  new RegExp(
    `^${template
      .split(PLACEHOLDER)
      .map((piece, index) => (index % 2 === 0 ? escape(piece) : '[^/]*'))
      .join('')}$`,
  )
